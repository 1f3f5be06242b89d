package weights

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/evalbench/promotion"
	"gammonlab/internal/atomicfile"
	"gammonlab/nets"
)

// Extensions of the files that weights convert writes.
const (
	extSafetensors = ".safetensors"
	extONNX        = ".onnx"
	extGnubg       = ".wd"      // gnubg's binary form
	extGnubgText   = ".weights" // and its text form
)

// Precisions of the weights in safetensors files.
const (
	flagPrecision   = "precision"
	precisionHalf   = "f16"
	precisionSingle = "f32"
)

// Precisions lists the values of --precision.
func Precisions() []string { return []string{precisionHalf, precisionSingle} }

func convertCommand() *cli.Command {
	return &cli.Command{
		Name:      "convert",
		Usage:     "convert a model to safetensors, ONNX or gnubg's weights",
		ArgsUsage: "MODEL FILE",
		Description: `Converts a model, such as gnubg's weights, to the format of the extension: .safetensors for this
program, .wd or .weights for GNU Backgammon, or .onnx for others. An ONNX file contains one net; a model of several nets is written as
several files, FILE.contact.onnx and so on. The inputs of an ONNX net are those of the feature set
that its metadata name. It does not contain the choice of the net by class, bear-off databases or
limits of outputs.

gnubg's weights are binary (.wd) or text (.weights). They contain the nets race, crashed and contact
and a pruning net for each, with gnubg's inputs and one layer of sigmoid or gnubg-sigmoid units, a
multiple of eight. Inputs gnubg-contact250@1 and gnubg-crashed250@1 give a file for gnubg up to 1.07,
version 2 of both a file for gnubg 1.08. Other models are refused.

--precision f16 rounds the weights to half precision, which halves a safetensors file; evaluation
remains in single precision. If this changes a weight, the file's metadata contain the digest of
the original model, and no evidence of a promotion, because the original model won that test.

Example:
   gammonlab weights convert /usr/lib/gnubg/gnubg.wd gnubg.safetensors
   gammonlab weights convert --precision f16 large small.safetensors
   gammonlab weights convert default default.onnx
   gammonlab weights convert runs/gnubg/model.safetensors gnubg.wd`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: flagPrecision, DefaultText: "as in MODEL", Usage: "`PRECISION` of the weights in a safetensors file: f16 or f32"},
			cliutil.JSONFlag(cliutil.Written{}),
		},
		Action: runConvert,
	}
}

// runConvert runs the command.
func runConvert(c *cli.Context) error {
	if c.NArg() != 2 {
		return cliutil.Usagef("want a model and a file to write, got %d arguments", c.NArg())
	}
	path := c.Args().Get(1)
	ext := filepath.Ext(path)
	if !slices.Contains([]string{extSafetensors, extONNX, extGnubg, extGnubgText}, ext) {
		return cliutil.Usagef("%s: extension %q, want %s, %s, %s or %s", path, ext, extSafetensors, extONNX, extGnubg, extGnubgText)
	}
	if err := checkPrecision(c, ext); err != nil {
		return err
	}
	m, err := cliutil.LoadModel(c.Args().First())
	if err != nil {
		return err
	}
	if m, err = withPrecision(c.String(flagPrecision), m); err != nil {
		return err
	}
	files := []string{path}
	switch ext {
	case extSafetensors:
		err = m.Save(path)
	case extONNX:
		files, err = writeONNX(m, path)
	default:
		err = writeGnubg(m, path, ext == extGnubgText)
	}
	if err != nil {
		return err
	}
	return cliutil.PrintResult(c, &cliutil.Written{Files: files})
}

// writeGnubg writes the model as gnubg's weights.
func writeGnubg(m *nets.Model, path string, text bool) error {
	file, err := m.EncodeGnubg(text)
	if err != nil {
		return err
	}
	return atomicfile.WriteFile(path, file)
}

// checkPrecision returns an error for a precision that no file of the extension has.
func checkPrecision(c *cli.Context, ext string) error {
	if !c.IsSet(flagPrecision) {
		return nil
	}
	if precision := c.String(flagPrecision); !slices.Contains(Precisions(), precision) {
		return cliutil.Usagef("--%s %q, want %s", flagPrecision, precision, strings.Join(Precisions(), " or "))
	}
	if ext != extSafetensors {
		return cliutil.Usagef("--%s applies to %s files only", flagPrecision, extSafetensors)
	}
	return nil
}

// withPrecision returns the model with weights of the precision, if there is one.
func withPrecision(precision string, m *nets.Model) (*nets.Model, error) {
	switch precision {
	case precisionSingle:
		return m.InSingle(), nil
	case precisionHalf:
		return promotion.InHalf(m)
	}
	return m, nil
}

// writeONNX writes a file for each net of the model, and returns their names.
func writeONNX(m *nets.Model, path string) (files []string, err error) {
	for _, part := range nets.Parts() {
		if m.Nets[part] == nil {
			continue
		}
		file, err := m.EncodeONNX(part)
		if err != nil {
			return nil, err
		}
		name := path
		if len(m.Nets) > 1 {
			name = strings.TrimSuffix(path, extONNX) + "." + string(part) + extONNX
		}
		if err := atomicfile.WriteFile(name, file); err != nil {
			return nil, err
		}
		files = append(files, name)
	}
	return files, nil
}

// convertedFiles returns the files that the command may write for a path: one for each
// net for ONNX, otherwise the path itself.
func convertedFiles(_ *cli.Context, path string) []string {
	files := []string{path}
	if base, ok := strings.CutSuffix(path, extONNX); ok {
		for _, part := range nets.Parts() {
			files = append(files, base+"."+string(part)+extONNX)
		}
	}
	return files
}
