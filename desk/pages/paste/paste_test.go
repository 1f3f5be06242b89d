package paste_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gammonlab/board"
	"gammonlab/desk/pages/paste"
	"gammonlab/internal/must"
)

const (
	opening = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10"
	rolled  = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10"
)

func file(t *testing.T, name string) string {
	return string(must.Get(os.ReadFile(filepath.Join("../../../board/record/testdata", name)))(t))
}

// Every form of a position, a record and an address is recognised.
func TestRead(t *testing.T) {
	mat := file(t, "match5.mat")
	for _, c := range []struct{ name, text, want string }{
		{"position ID", "4HPwATDgc/ABMA", opening},
		{"with a match ID", "4HPwATDgc/ABMA:cAkAAAAAAAAA", opening},
		{"with a blank", " 4HPwATDgc/ABMA cAkAAAAAAAAA\n", opening},
		{"two lines", "4HPwATDgc/ABMA\r\ncAkAAAAAAAAA", opening},
		{"GNU Backgammon's lines", " GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n                 Match ID   : cAkAAAAAAAAA\n +13-14-15\n", opening},
		{"without a match", "Position ID: 4HPwATDgc/ABMA", opening},
		{"XGID", rolled, rolled},
		{"XGID without the word", strings.TrimPrefix(rolled, "XGID="), rolled},
		{"XG's text", file(t, "xg-play.txt"), rolled},
		{"BGBlitz's text", file(t, "bgblitz.txt"), "XGID=-a-B--E-B-a-dDB--b-bcb----:0:0:1:52:2:1:0:7:10"},
		{"XGID in a sentence", "What about " + rolled + "?", rolled},
		{"Snowie's position", file(t, "position.snowie"), "XGID=-b----E-C---eE---c-e----B-:1:1:-1:31:0:1:0:3:10"},
		{"Jellyfish's position", file(t, "gnubg.pos"), "XGID="},
		{"address of this page", "http://127.0.0.1:8642/analyse?plies=1&xgid=" + rolled, "/analyse?plies=1&xgid=" + rolled},
		{"path of this page", "/analyse/matches/abc?decision=7", "/analyse/matches/abc?decision=7"},
		{"address of another page", "https://example.org/board?id=" + strings.ReplaceAll(rolled, ":", "%3A"), rolled},
		{"XGID in lower case", "xgid=" + strings.TrimPrefix(rolled, "XGID="), rolled},
		{"GNU Backgammon's IDs in one line", "Position ID: 4HPwATDgc/ABMA Match ID: cAkAAAAAAAAA", opening},
		{"position ID in a sentence", "What about 4HPwATDgc/ABMA?", opening},
		{"OGID in a sentence", "What about ogid=11jjjjjhhhccccc:ooddddd88866666:N0N?", opening},
		{"beaver", "xgid=-b----E-C---eE---c-e----B-:0:0:1:B:0:0:3:0:10", "XGID=-b----E-C---eE---c-e----B-:0:0:1:B:0:0:3:0:10"},
		{"several positions", opening + "\n" + rolled, "2 positions"},
		{".mat", mat, "complete record"},
		{"SGF", file(t, "match5.sgf"), "complete record"},
		{".xg", file(t, "short.xg"), "complete record"},
		{"cut .mat", mat[:2*len(mat)/3], "games"},
		{"fault in a .mat", mat[:2*len(mat)/3] + "\n" + strings.Repeat("x", 1<<17) + "\n", "part of a record"},
		{"words in a .mat", mat[:2*len(mat)/3] + "\n 77) gibberish\n", "complete record"},
		{"cut SGF", file(t, "match5.sgf")[:3000], "part of a record"},
		{"wrong ID", "4HPwATDgc/ABM", "has 13 characters"},
		{"wrong match ID", "4HPwATDgc/ABMA cAkA", "match ID"},
		{"nothing", " \n", "nothing to analyse"},
		{"a sentence", "Hello, is this a match?", "neither a position nor a record"},
		{"JSON", `{"a": 1}`, "neither a position nor a record"},
		{"a picture", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "neither a position nor a record"},
		{"UTF-16", "\xff\xfeX\x00G\x00", "neither a position nor a record"},
		{"a cut .xg", file(t, "short.xg")[:len(file(t, "short.xg"))-100], "part of a record"},
		{"the head of an .xg", file(t, "short.xg")[:8500], "cut off"},
		{"another program's address", "javascript://analyse/%0aalert(1)", "neither"},
	} {
		p, err := paste.Read("the text", []byte(c.text), board.Backgammon, "/analyse")
		if got := words(p, err); !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// words describes what was read.
func words(p *paste.Pasted, err error) string {
	switch {
	case err != nil:
		return err.Error()
	case p.Link != "":
		return p.Link
	case p.Position != nil:
		return p.Position.String()
	case p.Positions != nil:
		return strings.Repeat("1 ", len(p.Positions)) + map[int]string{2: "2 positions"}[len(p.Positions)]
	case p.Problem != "":
		return "part of a record: games: " + p.Problem
	}
	return "complete record, games"
}

// Whatever is pasted is read without a panic, and exactly one of the results is set.
func FuzzRead(f *testing.F) {
	for _, name := range []string{"match5.mat", "match5.sgf", "xg-play.txt", "short.xg", "gnubg.pos", "short.tmg"} {
		text, err := os.ReadFile(filepath.Join("../../../board/record/testdata", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
		f.Add(text[:len(text)/2])
	}
	f.Add([]byte("http://x/analyse?xgid=" + opening))
	f.Add([]byte("//evil/analyse"))
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := paste.Read("x", text, board.Backgammon, "/analyse")
		if err != nil {
			return
		}
		n := 0
		for _, is := range []bool{p.Link != "", p.Position != nil, len(p.Positions) > 0, p.Match != nil} {
			if is {
				n++
			}
		}
		if n != 1 || p.Link != "" && !strings.HasPrefix(p.Link, "/analyse") {
			t.Errorf("%d results of %q: %+v", n, text, p)
		}
	})
}

// A long text without marks of a match is refused at once, whatever it has; a list of positions is not.
func TestLongText(t *testing.T) {
	for _, text := range []string{strings.Repeat("x", 5<<20), strings.Repeat("31: 8/5 6/5 and words\n", 1<<18)} {
		begun := time.Now()
		_, err := paste.Read("the text", []byte(text), board.Backgammon)
		must.Fail(t, err, "bytes and is no record of a match: want at most 262,144 bytes of positions")
		if took := time.Since(begun); took > 5*time.Second || err != nil && len(err.Error()) > 200 {
			t.Errorf("the refusal took %v: %.300v", took, err)
		}
	}
	if p := must.Get(paste.Read("the text", []byte(strings.Repeat("4HPwATDgc/ABMA 4HPwATDgc/ABMA\n", 1000)), board.Backgammon))(t); len(p.Positions) < 1 && p.Position == nil {
		t.Errorf("a list of positions is %+v", p)
	}
}
