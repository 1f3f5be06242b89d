package suite

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/named"
	"gammonlab/engine/player"
	"gammonlab/internal/seed"
	"gammonlab/internal/workers"
)

// Outcome is the outcome of a test.
type Outcome uint8

// The outcomes. Reports write unexpected outcomes in capitals.
const (
	Passed             Outcome = iota
	PassedUnexpectedly         // marked *, but passed
	FailedAsExpected
	Failed
	Errored   // the player returned an error instead of an answer
	NotAsked  // the player does not handle the cube, or there is no evaluator
	Ignored   // marked &
	nOutcomes // number of outcomes
)

var outcomeNames = [nOutcomes]string{"passed", "PASSED", "failed", "FAILED", "errored", "not asked", "ignored"}

// String returns the name of the outcome in reports.
func (o Outcome) String() string { return outcomeNames[o] }

// MarshalText returns the name of the outcome.
func (o Outcome) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// Result is the outcome of a test with the player's answer.
type Result struct {
	*Test
	Outcome Outcome `json:"outcome"`
	Answer  string  `json:"answer,omitempty"` // the player's answer, "" if there is none
	Error   string  `json:"error,omitempty"`  // of an Errored test
	Seconds float64 `json:"seconds"`

	engine.Counts // of the player's net, zero for other players; no test reuses the evaluations of another
}

// Runner runs tests on a player.
type Runner struct {
	// Player answers questions about plays. A [player.CubePlayer] also answers
	// questions about the cube and about plays at a score.
	Player named.Player
	Seed   uint64 // of the player's random numbers

	Values  engine.Evaluator // answers questions about values; nil for none
	Workers int              // goroutines, at least 1

	// Progress, if set, is called after each test, by any goroutine.
	Progress func()
}

// pliesOf returns the search depth in the name of a player.
func pliesOf(name string) int {
	plies := 0
	for _, option := range strings.Split(name, ",")[1:] {
		if text, ok := strings.CutPrefix(option, "plies="); ok {
			plies, _ = strconv.Atoi(text) // the player was opened, so it is a number
		}
	}
	return plies
}

// Run runs the tests on the player. Results are in the order of tests and depend only on
// the tests and the settings, except the times. If ctx is cancelled, Run returns no
// results.
func (r *Runner) Run(ctx context.Context, tests []Test) (*Report, error) {
	began := time.Now()
	askers := make([]*testRunner, max(r.Workers, 1))
	var values *engine.Full
	if r.Values != nil {
		values = engine.NewFull(r.Values)
	}
	for i := range askers {
		askers[i] = newTestRunner(r, values)
		defer askers[i].close()
	}
	report := &Report{Results: make([]Result, len(tests))}
	workers.Each(ctx, report.Results, askers, len(tests), func(results []Result, a *testRunner, i int) {
		results[i] = a.result(ctx, &tests[i])
		if r.Progress != nil {
			r.Progress()
		}
	})
	if err := workers.Interrupted(ctx); err != nil {
		return nil, err
	}
	report.count(time.Since(began))
	return report, nil
}

// testRunner runs tests on one player, one after the other.
type testRunner struct {
	player engine.Player
	cube   player.CubePlayer // the same player, nil if it does not handle the cube
	values *engine.Full      // nil for none
	seed   uint64
}

func newTestRunner(r *Runner, values *engine.Full) *testRunner {
	a := &testRunner{player: player.Uncached(r.Player.Player.Clone()), seed: r.Seed}
	a.cube, _ = a.player.(player.CubePlayer)
	if values != nil {
		a.values = values.Clone()
	}
	return a
}

// close stops another program that the player runs.
func (a *testRunner) close() {
	if c, ok := a.player.(io.Closer); ok {
		c.Close() // all tests have run, so its error does not matter
	}
}

// result runs a test and checks the answer.
func (a *testRunner) result(ctx context.Context, t *Test) Result {
	r := Result{Test: t}
	switch {
	case t.Ignored:
		r.Outcome = Ignored
		return r
	case !a.knows(t):
		r.Outcome = NotAsked
		return r
	}
	began := time.Now()
	a.player.NewGame(seed.Derive(a.seed, uint64(t.Number)))
	before := a.counts()
	answer, right, err := a.answer(ctx, t)
	r.Counts = a.counts().Minus(before)
	r.Answer, r.Seconds = answer, time.Since(began).Seconds()
	switch {
	case err != nil:
		r.Outcome, r.Error = Errored, err.Error()
	case right && t.ExpectedFail:
		r.Outcome = PassedUnexpectedly
	case right:
		r.Outcome = Passed
	case t.ExpectedFail:
		r.Outcome = FailedAsExpected
	default:
		r.Outcome = Failed
	}
	return r
}

// counts returns the work of the player and of the evaluator of values so far.
func (a *testRunner) counts() (c engine.Counts) {
	if p, ok := a.player.(player.Counter); ok {
		c = p.Counts()
	}
	if a.values != nil {
		c = c.Plus(a.values.Counts())
	}
	return c
}

// knows reports whether the player or the evaluator can answer the test.
func (a *testRunner) knows(t *Test) bool {
	if t.Question >= Win {
		return a.values != nil
	}
	return t.Match == nil || a.cube != nil
}

// answer returns the player's answer and whether it is right.
func (a *testRunner) answer(ctx context.Context, t *Test) (answer string, right bool, err error) {
	switch t.Question {
	case Play:
		play, err := a.play(ctx, t)
		if err != nil {
			return "", false, err
		}
		return board.FormatPlay(t.Position, play), t.Expected.play(&play.Result), nil
	case Double, Take:
		choose := a.cube.Doubles
		if t.Question == Take {
			choose = a.cube.Takes
		}
		pos, match := t.Position, *t.Match
		yes, err := choose(ctx, &pos, &match)
		if err != nil {
			return "", false, err
		}
		answer = actionOf(t.Question, yes)
		return answer, t.Expected.action(answer), nil
	}
	var p [1]engine.Probabilities
	if err := engine.EvaluateContext(ctx, a.values, p[:], []board.Position{t.Position}); err != nil {
		return "", false, err
	}
	x := t.Question.value(&p[0])
	return fmt.Sprintf("%.4f", x), t.Expected.value(x), nil
}

// play returns the player's choice.
func (a *testRunner) play(ctx context.Context, t *Test) (board.Play, error) {
	pos := t.Position
	plays := board.Plays(pos, t.Roll)
	var choice int
	var err error
	if t.Match == nil {
		choice, err = a.player.Choose(ctx, &pos, t.Roll, plays)
	} else {
		match := *t.Match
		choice, err = a.cube.ChooseAt(ctx, &pos, &match, t.Roll, plays)
	}
	switch {
	case err != nil:
		return board.Play{}, err
	case choice < 0 || choice >= len(plays):
		return board.Play{}, fmt.Errorf("the player chose play %d of %d", choice, len(plays))
	}
	return plays[choice], nil
}
