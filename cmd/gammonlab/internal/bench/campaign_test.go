package bench

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/board/record"
	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/internal/must"
)

// A campaign is played into a folder, whose analysed files are read.
func TestCampaign(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "campaign")
	play := []string{"bench", "campaign", "play", "--player", "net:" + clitest.Tiny, "--bearoff", "none", "--games", "3", "--out", folder}
	program.OK(t, play...)
	program.OK(t, play...)
	if got := program.OK(t, append(play, "--games", "4", "--json")...); !strings.Contains(got, `"games": 4`) {
		t.Errorf("play prints %s", got)
	}
	program.Fails(t, 1, "--seed: the campaign in "+folder+" has 1, this command has 2", append(play, "--seed", "2")...)
	program.Fails(t, 2, "has no analysed files", "bench", "campaign", "pr", folder)
	own := filepath.Join(folder, "000001.mat")
	program.Fails(t, 1, "000001.mat: it has no analysis of its", "bench", "campaign", "pr", folder, own)
	if text := program.OK(t, "bench", "campaign", "pr", "--json", folder, analysed(t, own)); !strings.Contains(text, `"analysed"`) {
		t.Errorf("pr prints %s", text)
	}
	other := filepath.Join("..", "..", "..", "..", "board", "record", "testdata", "analysed.sgf")
	program.Fails(t, 1, "analysed.sgf: game 1 is not of the campaign in "+folder, "bench", "campaign", "pr", folder, other)
	play[len(play)-1] = folderWith(t, "000001.mat")
	program.Fails(t, 2, "already exists", play...)
}

// analysed writes a record as XG does, with an analysis in which every play is the best one and
// the only one, and returns the path.
func analysed(t *testing.T, name string) string {
	t.Helper()
	m := must.Get(record.Load(name))(t)
	for g := range m.Games {
		for i := range m.Games[g].Actions {
			if a := &m.Games[g].Actions[i]; a.Kind == record.Move {
				a.Analysis = &record.Analysis{Source: "eXtreme Gammon", Plays: []record.Candidate{{Steps: a.Steps}}}
			}
		}
	}
	var text bytes.Buffer
	must.OK(t, record.WriteXG(&text, m))
	path := filepath.Join(t.TempDir(), "analysed.xg")
	must.OK(t, os.WriteFile(path, text.Bytes(), 0o600))
	return path
}

// folderWith returns a folder with a file.
func folderWith(t *testing.T, name string) string {
	folder := t.TempDir()
	must.OK(t, os.WriteFile(filepath.Join(folder, name), nil, 0o600))
	return folder
}

func TestCampaignRefuses(t *testing.T) {
	program.Mistakes(t, "bench campaign play", []clitest.Mistake{
		{[]string{"--player", "pubeval"}, 2, "out"},
		{[]string{"--out", "o"}, 2, "--player is required"},
		{[]string{"--out", "o", "--player", "pubeval", "--per-file", "0"}, 2, "--per-file is 0, want 1 to"},
		{[]string{"--out", "o", "--player", "pubeval", "--games", "0"}, 2, "--games is 0, want at least 1"},
		{[]string{"--out", "o", "--player", "pubeval", "--match", "65"}, 2, "want 0 to 64"},
		{[]string{"--out", "o", "--player", "pubeval", "--met", "zadeh"}, 2, "--met needs --match"},
	})
	program.Fails(t, 1, "has no campaign", "bench", "campaign", "pr", t.TempDir(), "../../../../board/record/testdata/analysed.sgf")
}
