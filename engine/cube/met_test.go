package cube_test

import (
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/engine/cube"
	"gammonlab/engine/enginetest"
	"gammonlab/internal/must"
)

const maxAway = board.MaxMatchLength

func TestTablesAreWhole(t *testing.T) {
	for _, name := range cube.METs() {
		m := mustMET(t, name)
		checkTable(t, name, m)
		if m.Name() == "" || m.Description() == "" {
			t.Errorf("%s has name %q and description %q", name, m.Name(), m.Description())
		}
	}
	checkTable(t, "mec", cube.NewMec(cube.Mec{GammonRate: 0.26, WinRate: 0.5, FreeDrop2: 0.015, FreeDrop4: 0.004}))
}

// Digests distinguish tables and are those of the entries.
func TestDigests(t *testing.T) {
	seen := map[string]string{}
	for _, name := range cube.METs() {
		digest := mustMET(t, name).Digest()
		if other := seen[digest]; other != "" || digest != mustMET(t, name).Digest() {
			t.Errorf("%s has the digest %s, %s has it too", name, digest, other)
		}
		seen[digest] = name
	}
}

// checkTable checks a table for players of equal strength: the two chances of a
// score add up to 1, equal scores have 0.5, and another point is never worse.
func checkTable(t *testing.T, name string, m *cube.MET) {
	t.Helper()
	// Tables with few digits have equal neighbours. Where the entries of the author
	// give way to the extrapolation there is a step of up to 1 percent.
	const rounding, step = 1e-6, 0.012
	for own := 1; own <= maxAway; own++ {
		for opp := 1; opp <= maxAway; opp++ {
			v := m.PreCrawford(board.PlayerO, own, opp)
			if sum := v + m.PreCrawford(board.PlayerX, opp, own); math.Abs(sum-1) > 1e-12 {
				t.Errorf("%s: the chances at %d-away, %d-away sum up to %v", name, own, opp, sum)
			}
			if x := m.PreCrawford(board.PlayerX, own, opp); math.Abs(x-v) > rounding {
				t.Errorf("%s: at %d-away, %d-away O has %v and X %v", name, own, opp, v, x)
			}
			allowed := rounding
			if own > m.Native()-1 || opp > m.Native() {
				allowed = step
			}
			if own < maxAway && m.PreCrawford(board.PlayerO, own+1, opp) > v+allowed {
				t.Errorf("%s: %v at %d-away, %d-away and more a point behind", name, v, own, opp)
			}
		}
		if v := m.PostCrawford(board.PlayerO, own); v < 0 || v > 0.5 {
			t.Errorf("%s: a trailer %d-away has %v", name, own, v)
		}
		if own > 1 && m.PostCrawford(board.PlayerO, own) > m.PostCrawford(board.PlayerO, own-1)+rounding {
			t.Errorf("%s: a trailer is better off %d-away than a point less", name, own)
		}
	}
}

// The tables as published.
func TestTableEntries(t *testing.T) {
	for _, c := range []struct {
		name     string
		own, opp int
		want     float64
	}{
		{"kazaross-xg2", 1, 2, 0.67736}, {"kazaross-xg2", 25, 25, 0.5}, {"kazaross-xg2", 3, 4, 0.57150},
		{"woolsey", 2, 7, 0.85}, {"woolsey", 4, 3, 0.41}, {"g11", 1, 2, 0.68145}, {"rockwell-kazaross", 1, 2, 0.676888},
	} {
		if got := mustMET(t, c.name).PreCrawford(board.PlayerO, c.own, c.opp); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: %v at %d-away, %d-away, want %v", c.name, got, c.own, c.opp, c.want)
		}
	}
	if got := mustMET(t, "g11").PostCrawford(board.PlayerX, 24); math.Abs(got-0.0016433294481) > 1e-12 {
		t.Errorf("g11: a trailer 24-away has %v", got)
	}
}

// testdata/zadeh.*.csv hold what GNU Backgammon uses when it finds no table, with
// six decimals.
func TestZadehIsGnubgs(t *testing.T) {
	m := mustMET(t, "zadeh")
	pre, post := readCSV(t, "testdata/zadeh.pre.csv"), readCSV(t, "testdata/zadeh.post.csv")
	for i, row := range pre {
		for j, want := range row {
			if got := m.PreCrawford(board.PlayerO, i+1, j+1); math.Abs(got-want) > 1e-6 {
				t.Fatalf("%d-away, %d-away: %v, want %v", i+1, j+1, got, want)
			}
		}
	}
	for k, want := range post[0] {
		if got := m.PostCrawford(board.PlayerX, k+1); math.Abs(got-want) > 1e-6 {
			t.Fatalf("trailer %d-away: %v, want %v", k+1, got, want)
		}
	}
}

func readCSV(t *testing.T, path string) (rows [][]float64) {
	t.Helper()
	file := must.Get(os.Open(path))(t)
	defer file.Close()
	records := must.Get(csv.NewReader(file).ReadAll())(t)
	for _, r := range records {
		var row []float64
		for _, text := range r {
			v := must.Get(strconv.ParseFloat(text, 64))(t)
			row = append(row, v)
		}
		rows = append(rows, row)
	}
	return rows
}

// gnubgFile returns the path of a table that comes with gnubg.
func gnubgFile(t *testing.T, name string) string {
	t.Helper()
	path := filepath.Join(gnubgTables, name)
	if _, err := os.Stat(path); err != nil {
		t.Skip("GNUBG IS NOT INSTALLED: its tables are not compared with ours")
	}
	return path
}

// The built-in tables are those of gnubg's files.
func TestBuiltInAreGnubgsFiles(t *testing.T) {
	for name, file := range map[string]string{
		"kazaross-xg2": "Kazaross-XG2.xml", "woolsey": "woolsey.xml", "g11": "g11.xml",
		"rockwell-kazaross": "Rockwell-Kazaross.xml", "zadeh": "zadeh.xml",
	} {
		got, want := mustMET(t, name), mustMET(t, gnubgFile(t, file))
		for own := 1; own <= maxAway; own++ {
			for opp := 1; opp <= maxAway; opp++ {
				if g, w := got.PreCrawford(board.PlayerO, own, opp), want.PreCrawford(board.PlayerO, own, opp); math.Abs(g-w) > 1e-12 {
					t.Fatalf("%s: %v at %d-away, %d-away, the file has %v", name, g, own, opp, w)
				}
			}
			if g, w := got.PostCrawford(board.PlayerX, own), want.PostCrawford(board.PlayerX, own); math.Abs(g-w) > 1e-12 {
				t.Fatalf("%s: a trailer %d-away has %v, in the file %v", name, own, g, w)
			}
		}
	}
}

// mec26.xml is what mec printed for a gammon rate of 26 percent, with three
// decimals; its last table comes from elsewhere.
func TestMecIsTornbergs(t *testing.T) {
	want := mustMET(t, gnubgFile(t, "mec26.xml"))
	got := cube.NewMec(cube.Mec{GammonRate: 0.26, WinRate: 0.5})
	for own := 1; own <= want.Native(); own++ {
		for opp := 1; opp <= want.Native(); opp++ {
			if g, w := got.PreCrawford(board.PlayerO, own, opp), want.PreCrawford(board.PlayerO, own, opp); math.Abs(g-w) > 0.00051 {
				t.Errorf("%v at %d-away, %d-away, want %v", g, own, opp, w)
			}
		}
	}
}

// TestTablesAreRunningGnubgs compares the tables up to 64-away with those that
// the installed gnubg makes of its files. It shows other ones for formulas, see
// [cube.NewZadeh], but the trailer's of Zadeh.
func TestTablesAreRunningGnubgs(t *testing.T) {
	files := []string{"Kazaross-XG2.xml", "Rockwell-Kazaross.xml", "g11.xml", "jac050.xml", "jac100.xml",
		"jacobs.xml", "mec26.xml", "ortega.xml", "snowie.xml", "woolsey.xml", "zadeh.xml"}
	var requests []string
	for _, f := range files {
		requests = append(requests, "met "+gnubgFile(t, f), "table")
	}
	answers := enginetest.QueryGnubgNumbers(t, requests, 0)
	for i, f := range files {
		m, table := mustMET(t, gnubgFile(t, f)), answers[2*i+1]
		post := table[maxAway*maxAway:]
		for k, want := range table {
			got := 0.0
			switch at := k - maxAway*maxAway; {
			case at >= 0:
				got, want = m.PostCrawford(board.Player(at/maxAway), at%maxAway+1), post[at]
			case f == "zadeh.xml":
				continue
			default:
				got = m.PreCrawford(board.PlayerO, k/maxAway+1, k%maxAway+1)
			}
			if math.Abs(got-want) > 1e-6 {
				t.Fatalf("%s: entry %d is %v, want %v", f, k, got, want)
			}
		}
	}
}

const xmlHead = `<?xml version="1.0"?><met><info><name>N</name><description>D</description><length>`

// twoPoints is a table of two points with pieces that can be replaced.
const twoPoints = xmlHead + `2</length></info>
<pre-crawford-table type="explicit"><row><me>0.5</me><me>0.7</me></row><row><me>0.3</me><me> .5 </me></row></pre-crawford-table>
<post-crawford-table type="explicit" player="both"><row><me>0.5</me><me>0.4</me></row></post-crawford-table></met>`

func TestReadMET(t *testing.T) {
	m := must.Get(cube.ReadMET(strings.NewReader(twoPoints)))(t)
	if m.Name() != "N" || m.Description() != "D" || m.Native() != 2 {
		t.Errorf("name %q, description %q, %d points", m.Name(), m.Description(), m.Native())
	}
	if got := m.PreCrawford(board.PlayerO, 2, 1); got != 0.3 {
		t.Errorf("%v at 2-away, 1-away, want 0.3", got)
	}
}

// The errors of invalid files name the place and the fault.
func TestReadMETErrors(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{twoPoints, "", "no XML element met"},
		{"</met>", "", "syntax error"},
		{"<met>", "<html>", "html"},
		{"<length>2", "<length>65", `length: "65", want 1 to 64`},
		{"<length>2", "<length>two", `length: "two"`},
		{"<length>2", "<length>3", "pre-crawford-table: 2 rows, want 3"}, // the other one may lack an entry
		{"<length>2", "<length>4", "post-crawford-table: row 1 has 2 entries, want 4 or 3"},
		{"<length>2", "<length>-1", "entries in a table of length -1"},
		{"<me>0.7</me>", "<me>0,7</me>", `pre-crawford-table: row 1, entry 2: "0,7", want a number from 0 to 1`},
		{"<me>0.7</me>", "<me>NaN</me>", `row 1, entry 2: "NaN"`},
		{"<me>0.3</me>", "<me>1.1</me>", `row 2, entry 1: "1.1"`},
		{"<me>0.3</me>", "", "row 2 has 1 entries, want 2"},
		{"<row><me>0.3</me><me> .5 </me></row>", "", "pre-crawford-table: 1 rows, want 2"},
		{"<me>0.4</me>", "<me>-1</me>", `post-crawford-table: row 1, entry 2: "-1"`},
		{"<row><me>0.5</me><me>0.4</me></row>", "", "post-crawford-table: 0 rows, want 1"},
		{`player="both"`, `player="2"`, `player "2", want both, 0 or 1`},
		{`player="both"`, `player="0"`, "none for one of the players"},
		{`<pre-crawford-table type="explicit">`, `<pre-crawford-table type="guess">`, `type "guess", want explicit, zadeh or mec`},
		{"pre-crawford-table", "pre", "0 elements pre-crawford-table"},
		{"<me>0.7", "<!--" + strings.Repeat("x", 1<<20) + "--><me>0.7", "more than 1048576 bytes"},
	} {
		text := strings.ReplaceAll(twoPoints, c.old, c.new)
		if _, err := cube.ReadMET(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q for %q: error %v, want %q", c.new, c.old, err, c.want)
		}
	}
	for _, c := range []struct{ parameters, want string }{
		{`<parameter name="delta">2</parameter>`, `parameter delta: "2"`},
		{`<parameter name="gamma">0.1</parameter>`, `unknown parameter "gamma"`},
	} {
		text := xmlHead + `-1</length></info><pre-crawford-table type="zadeh"><parameters>` + c.parameters +
			`</parameters></pre-crawford-table><post-crawford-table type="zadeh" player="both"/></met>`
		must.Fail(t, must.Err(cube.ReadMET(strings.NewReader(text))), c.want, c.parameters)
	}
	must.Fail(t, must.Err(cube.FindMET("testdata/none.xml")), "kazaross-xg2", "no such table")
}

func FuzzReadMET(f *testing.F) {
	f.Add([]byte(twoPoints))
	f.Add([]byte(xmlHead + `-1</length></info><pre-crawford-table type="mec"><parameters><parameter name="gammon-rate">1</parameter>` +
		`</parameters></pre-crawford-table><post-crawford-table type="zadeh" player="both"/></met>`))
	f.Fuzz(func(t *testing.T, text []byte) {
		m, err := cube.ReadMET(strings.NewReader(string(text)))
		if err != nil {
			return
		}
		for own := 1; own <= maxAway; own++ {
			for opp := 1; opp <= maxAway; opp++ {
				if v := m.PreCrawford(board.PlayerX, own, opp); !(v >= 0 && v <= 1) {
					t.Fatalf("%v at %d-away, %d-away", v, own, opp)
				}
			}
			if v := m.PostCrawford(board.PlayerX, own); !(v >= 0 && v <= 1) {
				t.Fatalf("%v at %d-away after the Crawford game", v, own)
			}
		}
	})
}
