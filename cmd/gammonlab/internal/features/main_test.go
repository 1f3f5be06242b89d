package features

import (
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
)

var program = clitest.Of(nil, Command)

func TestMain(m *testing.M) { program.Main(m) }

func TestListAndShow(t *testing.T) {
	program.Golden(t, "list", "", "features", "list")
	program.Golden(t, "list-json", "", "features", "list", "--json")
	program.Golden(t, "show", "", "features", "show", "--features", "tesauro198", clitest.Start)
	program.Golden(t, "show-json", "", "features", "show", "--features", "pubeval122@1", "--json", clitest.Finished)
	program.Mistakes(t, "features", []clitest.Mistake{
		{[]string{"show", "--features", "frob", clitest.Start}, 2, `unknown set "frob"`},
		{[]string{"show", "--features", "tesauro198@9", clitest.Start}, 2, `no version "9"`},
		{[]string{"show", "--features", "tesauro198", "--variant", "chess", clitest.Start}, 2, `--variant: unknown variant "chess"`},
		{[]string{"list", "x"}, 2, `unexpected argument "x"`},
	})
}
