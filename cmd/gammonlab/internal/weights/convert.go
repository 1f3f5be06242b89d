package weights

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/internal/atomicfile"
	"gammonlab/nets"
)

// Extensions of the files that weights convert writes.
const (
	extSafetensors = ".safetensors"
	extONNX        = ".onnx"
)

func convertCommand() *cli.Command {
	return &cli.Command{
		Name:      "convert",
		Usage:     "convert a model to safetensors or ONNX",
		ArgsUsage: "MODEL FILE",
		Description: `Converts a model, such as gnubg's weights, to the format of the extension: .safetensors for this
program, or .onnx for others. An ONNX file contains one net; a model of several nets is written
as several files, FILE.contact.onnx and so on. The inputs of an ONNX net are those of the
feature set that its metadata name. It contains no classes, databases or limits of outputs.

Example:
   gammonlab weights convert /usr/lib/gnubg/gnubg.wd gnubg.safetensors
   gammonlab weights convert default default.onnx`,
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
	if ext != extSafetensors && ext != extONNX {
		return cliutil.Usagef("%s: extension %q, want %s or %s", path, ext, extSafetensors, extONNX)
	}
	m, err := cliutil.LoadModel(c.Args().First())
	if err != nil {
		return err
	}
	if ext == extSafetensors {
		if err := m.Save(path); err != nil {
			return err
		}
		fmt.Fprintln(c.App.Writer, path)
		return nil
	}
	return writeONNX(c, m, path)
}

// writeONNX writes a file for each net of the model.
func writeONNX(c *cli.Context, m *nets.Model, path string) error {
	for _, part := range nets.Parts() {
		if m.Nets[part] == nil {
			continue
		}
		file, err := m.EncodeONNX(part)
		if err != nil {
			return err
		}
		name := path
		if len(m.Nets) > 1 {
			name = strings.TrimSuffix(path, extONNX) + "." + string(part) + extONNX
		}
		if err := atomicfile.WriteFile(name, file); err != nil {
			return err
		}
		fmt.Fprintln(c.App.Writer, name)
	}
	return nil
}

// ConvertedFiles returns the files that a model may be written to in the form of the
// path: ONNX files hold one net each.
func ConvertedFiles(_ *cli.Context, path string) []string {
	files := []string{path}
	if base, ok := strings.CutSuffix(path, extONNX); ok {
		for _, part := range nets.Parts() {
			files = append(files, base+"."+string(part)+extONNX)
		}
	}
	return files
}
