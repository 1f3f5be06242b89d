package record

import (
	"strings"
	"testing"
)

func TestSwap(t *testing.T) {
	for _, name := range []string{"match5.mat", "beavers.sgf", "setup.sgf", "short.xg", "analysed.sgf"} {
		m, want := load(t, name), load(t, name)
		m.Swap()
		if m.Names != [2]string{want.Names[1], want.Names[0]} {
			t.Errorf("%s: names %q", name, m.Names)
		}
		if err := m.Validate(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		written := mustWrite(t, WriteSGF, m)
		again, err := ReadSGF("test", strings.NewReader(written))
		if err != nil {
			t.Fatal(err)
		}
		again.Swap()
		want, err = ReadSGF("test", strings.NewReader(mustWrite(t, WriteSGF, want)))
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range []*Match{again, want} {
			for i := range match.Games {
				for k := range match.Games[i].Actions {
					if a := match.Games[i].Actions[k].Analysis; a != nil {
						a.sgf = nil
					}
				}
			}
		}
		sameMatch(t, again, want)
	}
}
