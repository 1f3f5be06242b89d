package suite_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/named"
	"gammonlab/engine/player"
	"gammonlab/evalbench/suite"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// first plays the first legal play of each roll, doubles and passes.
type first struct{ err error }

func (f first) NewGame(uint64) {}

func (f first) Choose(context.Context, *board.Position, board.Roll, []board.Play) (int, error) {
	return 0, f.err
}

func (f first) ChooseAt(context.Context, *board.Position, *board.Match, board.Roll, []board.Play) (int, error) {
	return 0, f.err
}

func (f first) Doubles(context.Context, *board.Position, *board.Match) (bool, error) {
	return true, f.err
}

func (f first) Takes(context.Context, *board.Position, *board.Match) (bool, error) {
	return false, f.err
}

func (f first) Clone() engine.Player { return f }

// noCube is a player without cube decisions.
type noCube struct{ engine.Player }

func (n noCube) Clone() engine.Player { return n }

// even gives all outcomes the probability one half.
type even struct{}

func (even) Evaluate(dst []engine.Probabilities, _ []board.Position) {
	for i := range dst {
		dst[i] = engine.Probabilities{0.5, 0.5, 0.5, 0.5, 0.5}
	}
}

// results runs a player through a suite and returns the outcomes by number.
func results(t *testing.T, r *suite.Runner, text string) (*suite.Report, string) {
	t.Helper()
	tests := must.Get(suite.Parse("t", strings.NewReader(text)))(t)
	report := must.Get(r.Run(t.Context(), tests))(t)
	var names []string
	for _, result := range report.Results {
		names = append(names, result.Outcome.String())
	}
	return report, strings.Join(names, " ")
}

// oneAndOthers is a suite in which the first play is right or wrong, both
// expected and unexpected.
func oneAndOthers() string {
	plays := board.Plays(board.Backgammon.Start(), board.Roll{3, 1})
	first := board.FormatPlay(board.Backgammon.Start(), plays[0])
	var b strings.Builder
	for i, answer := range []string{
		"[" + first + "]", "[" + first + "]*", "[!" + first + "]*", "[!" + first + "]", "[" + first + "]&",
	} {
		b.WriteString(string(rune('1'+i)) + " start play 31\n#? " + answer + "\n")
	}
	return b.String()
}

func TestOutcomes(t *testing.T) {
	text := oneAndOthers()
	report, got := results(t, &suite.Runner{Player: named.Of("x", first{})}, text)
	if want := "passed PASSED failed FAILED ignored"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if report.OK() {
		t.Error("a run with a FAILED test is OK")
	}
	_, got = results(t, &suite.Runner{Player: named.Of("x", first{err: errors.New("no line")})}, text)
	if want := "errored errored errored errored ignored"; got != want {
		t.Errorf("a player that fails: %s, want %s", got, want)
	}
}

func TestQuestions(t *testing.T) {
	const text = `
1 start double
#? [double]
2 start double
#? [no double]
3 start take
#? [pass]
4 start take
#? [!pass]
5 start match 5 0-0 play 31
#? [!8/5 6/5]
6 start win
#? [0.4..0.6]
7 start equity
#? [-1..-0.5 | 0.5..1]
8 start losebackgammon
#? [!0.4..0.6]
`
	report, got := results(t, &suite.Runner{Player: named.Of("x", first{}), Values: even{}}, text)
	if want := "passed FAILED passed FAILED passed passed FAILED FAILED"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for i, want := range []string{"double", "double", "pass", "pass", "", "0.5000", "0.0000", "0.5000"} {
		if got := report.Results[i].Answer; want != "" && got != want {
			t.Errorf("test %d: answer %q, want %q", i+1, got, want)
		}
	}
	_, got = results(t, &suite.Runner{Player: named.Of("x", noCube{first{}})}, text)
	if want := strings.TrimSpace(strings.Repeat("not asked ", 8)); got != want {
		t.Errorf("without cube and values: %s, want %s", got, want)
	}
}

func TestText(t *testing.T) {
	report, _ := results(t, &suite.Runner{Player: named.Of("x", first{})}, "# why\n"+oneAndOthers())
	few, all := report.Text(false), report.Text(true)
	for _, want := range []string{"t:2 PASSED", "t:4 FAILED", "4 start play 31", "13-14-15", "50.0%", "5 tests"} {
		if !strings.Contains(few, want) {
			t.Errorf("no %q in\n%s", want, few)
		}
	}
	for _, hidden := range []string{"t:1 passed", "t:3 failed", "t:5 ignored"} {
		if strings.Contains(few, hidden) || !strings.Contains(all, hidden) {
			t.Errorf("%q is to be shown only with all:\n%s", hidden, all)
		}
	}
	var out struct {
		Tests    int
		Outcomes map[string]int
		Right    float64 `json:"right_share"`
		Results  []struct{ Number int }
	}
	data, err := json.Marshal(report)
	if err == nil {
		err = json.Unmarshal(data, &out)
	}
	if err != nil || out.Tests != 5 || out.Outcomes["FAILED"] != 1 || out.Right != 0.5 || len(out.Results) != 5 {
		t.Errorf("JSON %s, error %v", data, err)
	}
}

func TestRunStops(t *testing.T) {
	tests := must.Get(suite.Parse("t", strings.NewReader(oneAndOthers())))(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	report, err := (&suite.Runner{Player: named.Of("x", first{})}).Run(ctx, tests)
	if report != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("report %v, error %v, want it cancelled", report, err)
	}
}

// closing counts players that are made and closed.
type closing struct {
	first
	made, closed *atomic.Int64
}

func (c closing) Clone() engine.Player {
	c.made.Add(1)
	return c
}

func (c closing) Close() error {
	c.closed.Add(1)
	return nil
}

func TestPlayersAreClosed(t *testing.T) {
	p := closing{made: new(atomic.Int64), closed: new(atomic.Int64)}
	results(t, &suite.Runner{Player: named.Of("x", p), Workers: 3}, oneAndOthers())
	if made, closed := p.made.Load(), p.closed.Load(); made != 3 || closed != 3 {
		t.Errorf("%d players were made and %d closed, want 3 of each", made, closed)
	}
}

// shippedNet returns a runner of the shipped net, without databases.
func shippedNet(t *testing.T) *suite.Runner {
	t.Helper()
	static := enginetest.Shipped(t, nets.DefaultNet)
	return &suite.Runner{
		Player: named.Of("default", player.NewGreedy(static)),
		Values: static,
	}
}

// Workers take tests in any order, but the report does not depend on their
// number.
func TestWorkersDoNotMatter(t *testing.T) {
	tests := must.Get(suite.Shipped("bearoff"))(t)
	var texts []string
	for _, workers := range []int{1, 3} {
		r := shippedNet(t)
		r.Workers = workers
		report := must.Get(r.Run(t.Context(), tests))(t)
		report.Seconds = 0
		for i := range report.Results {
			report.Results[i].Seconds = 0
		}
		texts = append(texts, report.Text(true))
	}
	if texts[0] != texts[1] {
		t.Errorf("1 worker:\n%s\n3 workers:\n%s", texts[0], texts[1])
	}
}
