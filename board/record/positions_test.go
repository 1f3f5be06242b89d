package record

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gammonlab/board"
)

// at returns the position and the state at the end of the first game.
func at(t *testing.T, m *Match) board.XGID {
	t.Helper()
	r := m.Replay(0)
	for r.Next() {
	}
	if r.Err() != nil {
		t.Fatal(r.Err())
	}
	return board.XGID{Position: r.Position, Match: r.Match, MaxCube: 1}
}

// Positions of gnubg, with the XGIDs that it shows for them.
func TestReadsPositions(t *testing.T) {
	for _, tt := range []struct {
		file, xgid string
		names      [2]string
	}{
		{"position.snowie", "XGID=-b----E-C---eE---c-e----B-:1:1:-1:31:0:1:0:3:0", [2]string{"anna", "bert"}},
		{"gnubg.pos", "XGID=-b----E-C---eE---c-e----B-:1:1:-1:31:0:1:0:3:0", [2]string{"anna", "bert"}},
		{"bar.pos", "", [2]string{"gnubg", "root"}},
	} {
		m := load(t, tt.file)
		got := at(t, m)
		if m.Names != tt.names {
			t.Errorf("%s: names %q, want %q", tt.file, m.Names, tt.names)
		}
		if tt.xgid != "" && got.String() != tt.xgid {
			t.Errorf("%s: got %s, want %s", tt.file, got, tt.xgid)
		}
	}
}

// gnubg and this package read the same positions from files.
func TestGnubgReadsPositions(t *testing.T) {
	dir := t.TempDir()
	bars := strings.Replace(string(content(t, "position.snowie")), ";-1;0;-2;", ";-1;1;-1;", 1)
	bars = strings.Replace(bars, ";2;0;3;1", ";1;-1;3;1", 1)
	files := map[string]string{
		"a.snowie": string(content(t, "position.snowie")), "b.snowie": bars,
		"a.pos": string(content(t, "gnubg.pos")), "b.pos": string(content(t, "bar.pos")),
	}
	var commands strings.Builder
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		command := "import pos "
		if strings.HasSuffix(name, "snowie") {
			command = "import snowietxt "
		}
		commands.WriteString(command + name + "\nsave match " + name + ".sgf\n")
	}
	out := gnubg(t, dir, commands.String()+"quit\ny\n")
	for name, text := range files {
		b, err := os.ReadFile(filepath.Join(dir, name+".sgf"))
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		theirs, err := ReadSGF(name, bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		ours, err := Read(name, strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		got, want := at(t, ours), at(t, theirs)
		got.Match.Dice, want.Match.Dice = board.Roll{}, board.Roll{} // gnubg saves them before the board
		if theirs.Names[0] == "Jellyfish" {                          // the program's opponent in the file
			theirs.Names[0] = ours.Names[0]
		}
		if got != want || ours.Names != theirs.Names {
			t.Errorf("%s: got %s %q, gnubg has %s %q", name, got, ours.Names, want, theirs.Names)
		}
	}
}

// gnubg and this package read the same records of old servers.
func TestGnubgImportsOldServers(t *testing.T) {
	dir := t.TempDir()
	var commands strings.Builder
	files := map[string]string{"oldmoves.txt": "oldmoves", "short.tmg": "tmg"}
	for name, command := range files {
		if err := os.WriteFile(filepath.Join(dir, name), content(t, name), 0o600); err != nil {
			t.Fatal(err)
		}
		commands.WriteString("import " + command + " " + name + "\nexport match mat " + name + ".mat\n")
	}
	out := gnubg(t, dir, commands.String()+"quit\ny\n")
	for name := range files {
		b, err := os.ReadFile(filepath.Join(dir, name+".mat"))
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		theirs, err := ReadMat(name, bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		ours := load(t, name)
		if ours.Names != theirs.Names || ours.Length != theirs.Length || len(ours.Games) != len(theirs.Games) {
			t.Errorf("%s: %q to %d in %d games, gnubg has %q to %d in %d", name, ours.Names, ours.Length, len(ours.Games),
				theirs.Names, theirs.Length, len(theirs.Games))
			continue
		}
		for i := range ours.Games {
			got, want := asGnubgsMat(ours).Games[i], asGnubgsMat(theirs).Games[i]
			if short(got.Actions) != short(want.Actions) || got.Result != want.Result || got.Score != want.Score || got.Crawford != want.Crawford {
				t.Errorf("%s, game %d: got %s, %v, gnubg has %s, %v", name, i+1, short(got.Actions), got.Result, short(want.Actions), want.Result)
			}
		}
	}
}

func TestPosFilesFail(t *testing.T) {
	whole := content(t, "gnubg.pos")
	for n := 4; n < len(whole); n++ {
		_, err := Read("p.pos", bytes.NewReader(whole[:n]))
		if err == nil || !strings.HasPrefix(err.Error(), "p.pos: byte ") || !strings.Contains(err.Error(), "the file ends") {
			t.Fatalf("%d bytes: %v", n, err)
		}
	}
	for _, tt := range []struct {
		at   int
		want string
	}{
		{6, "byte 6, cube in use: 99, want 0 to 1"},
		{14, "byte 14, owner of the cube: 99"},
		{57, "byte 57, place 0: 99, want 5 to 35"},
	} {
		b := slices.Clone(whole)
		b[tt.at] = 99
		if _, err := Read("p.pos", bytes.NewReader(b)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("99 at %d gives %v, want %q", tt.at, err, tt.want)
		}
	}
}

func TestPositionText(t *testing.T) {
	m := load(t, "xg-play.txt")
	if want := [2]string{"bert", "anna"}; m.Names != want {
		t.Errorf("names %q, want %q", m.Names, want)
	}
	if got, want := at(t, m).String(), "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:0"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	best := []board.Step{{From: 8, To: 5}, {From: 6, To: 5}}
	second := []board.Step{{From: 24, To: 23}, {From: 13, To: 10}}
	want := &Analysis{Source: "eXtreme Gammon", Plays: []Candidate{
		{best, Estimate{"4-ply", 0.159, 0.552, 0.161, 0.006, 0.114, 0.004}},
		{second, Estimate{"XG Roller+", -0.009, 0.501, 0.134, 0.005, 0.129, 0.0051}},
	}}
	last := m.Games[0].Actions[len(m.Games[0].Actions)-1]
	sameAnalysis(t, last.Analysis, want)
	for _, change := range []*strings.Replacer{ // another language
		strings.NewReplacer("eq:", "éq :", "Player:", "Joueur :", "Opponent:", "Adversaire :", "X to play", "X joue", "Pip count", "Course"),
		strings.NewReplacer("+0.1", "+0,1", "-0.0", "-0,0", "55.20", "55,20", "(G:", "(ギ:", "Player", "プレイヤー"),
		strings.NewReplacer("\n", "\r\n"),
	} {
		text := change.Replace(string(content(t, "xg-play.txt")))
		m, err := Read("test", strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		sameAnalysis(t, m.Games[0].Actions[len(m.Games[0].Actions)-1].Analysis, want)
	}
}

func TestCubeText(t *testing.T) {
	m := load(t, "xg-cube.txt")
	want := &Analysis{Source: "eXtreme Gammon", Cube: &CubeEstimate{
		Estimate{"3-ply", 0.654, 0.702, 0.201, 0.01, 0.09, 0.003}, 0.612, 1, false,
	}}
	sameAnalysis(t, m.Games[0].Actions[len(m.Games[0].Actions)-1].Analysis, want)
}

func TestBGBlitzText(t *testing.T) {
	m := load(t, "bgblitz.txt")
	best := []board.Step{{From: 8, To: 5}, {From: 6, To: 5}}
	want := &Analysis{Source: "BGBlitz", Plays: []Candidate{
		{best, Estimate{"", 0.159, 0.552, 0.161, 0.006, 0.114, 0.004}},
		{[]board.Step{{From: 24, To: 23}, {From: 13, To: 10}}, Estimate{"", -0.009, 0.501, 0.134, 0.005, 0.129, 0.005}},
	}}
	sameAnalysis(t, m.Games[0].Actions[len(m.Games[0].Actions)-1].Analysis, want)
}

// sameAnalysis compares to the digits that texts have.
func sameAnalysis(t *testing.T, got, want *Analysis) {
	t.Helper()
	if got == nil {
		t.Error("no analysis")
		return
	}
	got, want = rounded(got), rounded(want)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v %+v, want %+v %+v", got, got.Cube, want, want.Cube)
	}
}

// rounded returns an analysis with chances of six digits, without the fields
// that are not read.
func rounded(a *Analysis) *Analysis {
	all := *a
	all.sgf = nil
	all.Plays = slices.Clone(a.Plays)
	round := func(e *Estimate) {
		for _, x := range []*float64{&e.Win, &e.WinGammon, &e.WinBackgammon, &e.LoseGammon, &e.LoseBackgammon} {
			*x = float64(int(*x*1e6+0.5)) / 1e6
		}
	}
	for i := range all.Plays {
		round(&all.Plays[i].Estimate)
	}
	if all.Cube != nil {
		double := *all.Cube
		round(&double.Estimate)
		all.Cube = &double
	}
	return &all
}
