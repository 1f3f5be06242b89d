package weights

import (
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
)

var program = clitest.Of(nil, Command)

func TestMain(m *testing.M) { program.Main(m) }

func TestInfoAndVerify(t *testing.T) {
	for _, name := range []string{"info", "verify"} {
		program.Golden(t, name, "", "weights", name, clitest.Tiny)
		program.Golden(t, name+"-json", "", "weights", name, "--json", clitest.Tiny)
	}
	program.Mistakes(t, "weights", []clitest.Mistake{
		{[]string{"info"}, 2, "no weight file"},
		{[]string{"verify", clitest.Tiny, clitest.Tiny}, 2, "unexpected argument"},
		{[]string{"convert", clitest.Tiny, "none.pt"}, 2, `extension ".pt"`},
		{[]string{"convert", "--precision", "f8", clitest.Tiny, "none.safetensors"}, 2, `--precision "f8", want f16 or f32`},
		{[]string{"convert", "--precision", "f32", clitest.Tiny, "none.onnx"}, 2, "--precision applies to .safetensors files only"},
		{[]string{"convert", clitest.Tiny}, 2, "want a model and a file"},
	})
}
