package vendored

import (
	"strings"
	"testing"

	"gammonlab/internal/must"
)

// The files are those that the descriptions list.
func TestFiles(t *testing.T) {
	all := must.Get(Libraries())(t)
	if len(all) == 0 {
		t.Fatal("no library: the test looks in the wrong place")
	}
	for _, l := range all {
		must.OK(t, l.Check())
		text := must.Get(l.LicenceText())(t)
		if l.Name == "" || l.Version == "" || l.Licence == "" || l.Use == "" || !strings.HasPrefix(l.Source, "https://") || len(text) < 100 {
			t.Errorf("%s: something is not said: %+v", l.folder, l)
		}
	}
}

func TestCheckFindsFaults(t *testing.T) {
	l := must.Get(Libraries())(t)[0]
	sum := l.Files["LICENSE"]
	l.Files["LICENSE"] = strings.Repeat("0", 64)
	must.Fail(t, l.Check(), "LICENSE has the SHA-256 sum "+sum)
	delete(l.Files, "LICENSE")
	must.Fail(t, l.Check(), "LICENSE is not in vendored.json")
	l.Files["none.js"] = sum
	must.Fail(t, l.Check(), "none.js")
}
