package generate

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/engine/start"
)

// FuzzList reads lists from untrusted sources.
func FuzzList(f *testing.F) {
	f.Add("4HPwATDgc/ABMA\n# x\n\n4HPwATDgc/ABMA:cAkAAAAAAAAA")
	f.Add("XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:3:0:10\r\n")
	f.Add("OGID=11jjjjjhhhccccc:ooddddd88866666:N0N:52:W:IW:0:0:7:0\n")
	f.Add("\ufeff:\n::\n")
	f.Add("4HPwATDgc/ABMA 0.5\n4HPwATDgc/ABMA:cAkAAAAAAAAA\t2e3\nXGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:3:0:10  0\n")
	f.Add("4HPwATDgc/ABMA 1e39\n4HPwATDgc/ABMA NaN")
	f.Fuzz(func(t *testing.T, text string) {
		p := start.Pool{Name: "list", Weight: 1}
		err := readList(&p, strings.NewReader(text), board.Backgammon)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "list:") {
				t.Errorf("error %q does not begin with the file", err)
			}
			return
		}
		var ids strings.Builder
		for i := range p.Positions {
			ids.WriteString(p.Positions[i].ID())
			if p.Weights != nil {
				fmt.Fprintf(&ids, " %v", p.Weights[i])
			}
			ids.WriteString("\n")
		}
		again := start.Pool{Name: "list", Weight: 1}
		if err := readList(&again, strings.NewReader(ids.String()), board.Backgammon); err != nil || !reflect.DeepEqual(again, p) {
			t.Fatalf("%+v became %+v: %v", p, again, err)
		}
		if _, err := start.New(board.Backgammon, 0, p); err != nil {
			t.Error(err)
		}
	})
}
