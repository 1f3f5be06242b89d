package play

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/board/record"
	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/desk/table"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/bearoff/generate"
	"gammonlab/engine/search"
	"gammonlab/internal/must"
	"gammonlab/internal/seed"
	"gammonlab/nets"
)

// The net resigns a game that is certainly lost, once, and plays on if the
// resignation is refused.
func TestTalkNetResigns(t *testing.T) {
	for _, c := range []struct {
		name string
		net  board.Side
		in   []string
		want []string
	}{
		{"accepted", board.Side{board.Off: 5, 1: 5, 6: 5}, []string{"hint", "roll", "double", "resign", "take", "agree"}, []string{
			"The net resigns a single game.", "On roll, resigns single game", "accept         +1.000", "Accept\n",
			"Answer the net first: accept or reject.", "There is no double to answer.", "You win a single game, 1 point.",
		}},
		{"rejected, then taken back", board.Side{board.Off: 5, 1: 5, 6: 5}, []string{"decline", "roll", "undo", "undo", "accept"}, []string{
			"The net rolls", "the only play.", "You win a single game, 1 point.",
		}},
	} {
		static := engine.NewStatic(must.Get(nets.Load(clitest.Tiny))(t), testDatabases(t))
		tab := table.New(table.Rules{First: table.Net}, board.NewDice(seed.Stream(3, 0)))
		tab.Adviser = advice.New(must.Get(search.New(static, search.Options{}))(t), advice.Options{Beavers: true})
		must.OK(t, tab.Do(table.Deed{Kind: table.Begin}))
		tab.StartAt(board.Position{Own: c.net, Opp: board.Side{board.Off: 14, 1: 1}})
		tab.Match.Dice = board.Roll{}
		var out bytes.Buffer
		talk := &talk{Table: tab, out: &out}
		for i := 0; i <= len(c.in); i++ {
			must.OK(t, talk.advance(t.Context()))
			if i < len(c.in) {
				must.OK(t, talk.obey(t.Context(), c.in[i]))
			}
		}
		for _, want := range c.want {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s: want %q in\n%s", c.name, want, out.String())
			}
		}
		if tab.Result != (record.Result{Winner: table.User, Points: 1}) || tab.Finished != 1 {
			t.Errorf("%s: %+v after %d games", c.name, tab.Result, tab.Finished)
		}
	}
}

// testDatabases returns the databases of the program, made for the test.
func testDatabases(t *testing.T) *engine.Databases {
	t.Helper()
	path := filepath.Join(t.TempDir(), "one-sided.bd")
	must.OK(t, generate.OneSided(t.Context(), path, generate.OneSidedOptions{Points: 6}))
	databases := new(engine.Databases)
	must.OK(t, databases.Open(path))
	return databases
}
