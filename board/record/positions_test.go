package record

import (
	"bytes"
	"os"
	"path/filepath"
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
