package kinds

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"gammonlab/engine/named"
	"gammonlab/evalbench/promotion"
	"gammonlab/internal/atomicfile"
	"gammonlab/internal/setting"
	"gammonlab/nets"
	"gammonlab/work"
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
	precisionHalf   = "f16"
	precisionSingle = "f32"
)

// convertWork has the settings of the command weights convert.
type convertWork struct {
	Model     named.Model `json:"model" required:"true" place:"MODEL" help:"<MODEL>"`
	File      string      `json:"file" required:"true" path:"out" place:"FILE" file:"model.safetensors" help:"<FILE> to write"`
	Precision string      `json:"precision" shown:"as in MODEL" help:"<PRECISION> of the weights in a safetensors file: f16 or f32"`

	model *nets.Model // after Open
}

// CheckArguments returns an error unless the command has a model and a file.
func (*convertWork) CheckArguments(all []string) error {
	if len(all) != 2 {
		return fmt.Errorf("want a model and a file to write, got %d arguments", len(all))
	}
	return nil
}

// Validate returns an error for an unknown extension, and for a precision that no file of the
// extension has.
func (w *convertWork) Validate() error {
	ext, precision := filepath.Ext(w.File), setting.Name("precision")
	switch {
	case !slices.Contains([]string{extSafetensors, extONNX, extGnubg, extGnubgText}, ext):
		return fmt.Errorf("%s: extension %q, want %s, %s, %s or %s", w.File, ext, extSafetensors, extONNX, extGnubg, extGnubgText)
	case w.Precision == "":
		return nil
	case w.Precision != precisionHalf && w.Precision != precisionSingle:
		return setting.Errorf("%s %q, want %s or %s", precision, w.Precision, precisionHalf, precisionSingle)
	case ext != extSafetensors:
		return setting.Errorf("%s applies to %s files only", precision, extSafetensors)
	}
	return nil
}

// Open loads the model.
func (w *convertWork) Open(o *named.Opener) (err error) {
	w.model, err = loadNets(o, w.Model.Name)
	return err
}

// PathsOf returns the files that may be written for a path: one for each net for ONNX, otherwise
// the path itself.
func (*convertWork) PathsOf(_, path string, _ func(name string) string) []string {
	files := []string{path}
	if base, ok := strings.CutSuffix(path, extONNX); ok {
		for _, part := range nets.Parts() {
			files = append(files, base+"."+string(part)+extONNX)
		}
	}
	return files
}

func convertKind() work.Kind[convertWork, *written] {
	return work.Kind[convertWork, *written]{
		Name: "weights convert", Title: "Other formats of nets", Unit: "models",
		Usage: "convert a model to safetensors, ONNX or gnubg's weights",
		Help: `Converts a model, such as gnubg's weights, to the format of the extension: .safetensors for this
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
		Local: true, Serial: true, Run: runConvert,
	}
}

func runConvert(_ context.Context, w *convertWork, _ *work.Env) (*written, error) {
	m, err := w.precise()
	if err != nil {
		return nil, err
	}
	files := []string{w.File}
	switch ext := filepath.Ext(w.File); ext {
	case extSafetensors:
		err = m.Save(w.File)
	case extONNX:
		files, err = writeONNX(m, w.File)
	default:
		err = writeGnubg(m, w.File, ext == extGnubgText)
	}
	if err != nil {
		return nil, err
	}
	return &written{files}, nil
}

// precise returns the model with weights of the precision, if there is one.
func (w *convertWork) precise() (*nets.Model, error) {
	switch w.Precision {
	case precisionSingle:
		return w.model.InSingle(), nil
	case precisionHalf:
		return promotion.InHalf(w.model)
	}
	return w.model, nil
}

// writeGnubg writes the model as gnubg's weights.
func writeGnubg(m *nets.Model, path string, text bool) error {
	file, err := m.EncodeGnubg(text)
	if err != nil {
		return err
	}
	return atomicfile.WriteFile(path, file)
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
