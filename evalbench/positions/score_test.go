package positions_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/named"
	"gammonlab/engine/player"
	"gammonlab/evalbench/positions"
	"gammonlab/internal/must"
)

// fixed is a player with the cube whose decisions are fixed.
type fixed struct {
	player.Pubeval
	double, take bool
	play         int
}

func (f fixed) Clone() engine.Player { return f }
func (f fixed) Choose(ctx context.Context, _ *board.Position, _ board.Roll, plays []board.Play) (int, error) {
	return f.play, nil
}
func (f fixed) ChooseAt(ctx context.Context, pos *board.Position, _ *board.Match, roll board.Roll, plays []board.Play) (int, error) {
	return f.Choose(ctx, pos, roll, plays)
}
func (f fixed) Doubles(context.Context, *board.Position, *board.Match) (bool, error) {
	return f.double, nil
}
func (f fixed) Takes(ctx context.Context, _ *board.Position, m *board.Match) (bool, error) {
	if !m.Doubled || m.Turn == m.Roller {
		return false, errors.New("no double was offered")
	}
	return f.take, nil
}

// The losses of all four cube actions.
func TestCubeErrors(t *testing.T) {
	for _, c := range []struct {
		name                       string
		noDouble, take             float64
		double, none, taking, pass float64 // lost by each
		asksTake                   bool
	}{
		{"a double and a take", 0.5, 0.75, 0, 0.25, 0, 0.25, true},
		{"a double and a pass", 0.75, 1.25, 0, 0.25, 0.25, 0, true},
		{"no double", 0.5, 0.25, 0.25, 0, 0, 0, false},
		{"a little early", 0.5, 0.4375, 0.0625, 0, 0, 0.5625, true},
		{"too good", 1.0625, 1.5, 0.0625, 0, 0.5, 0, true},
		{"far too good", 1.5, 1.75, 0.5, 0, 0, 0, false},
		{"all the same", 1, 1, 0, 0, 0, 0, true},
	} {
		d := positions.Decision{Position: board.Backgammon.Start(), State: cube.Money(false, false)}
		d.NoDouble = positions.Outcome{Equity: c.noDouble, Rolled: true, Error: 0.03}
		d.Take = positions.Outcome{Equity: c.take, Rolled: true, Error: 0.04}
		set := &positions.Set{Decisions: []positions.Decision{d}}
		yes, no := score(t, set, fixed{double: true, take: true}), score(t, set, fixed{})
		want := []float64{c.double, c.none}
		if c.asksTake {
			want = append(want, c.taking, c.pass)
		}
		if len(yes)*2 != len(want) || len(no) != len(yes) {
			t.Errorf("%s: %d questions, want %d", c.name, len(yes), len(want)/2)
			continue
		}
		for i := range yes {
			if yes[i].Loss != want[2*i] || no[i].Loss != want[2*i+1] {
				t.Errorf("%s: %s: yes gives away %v and no %v, want %v and %v", c.name, yes[i].Kind, yes[i].Loss, no[i].Loss, want[2*i], want[2*i+1])
			}
			for _, j := range []positions.Judged{yes[i], no[i]} {
				if j.Wrong != (j.Loss > 0) || j.Wrong == (j.Made == j.Best) && j.Loss != 0 {
					t.Errorf("%s: %s: wrong %v, answer %s for %s, loss %v", c.name, j.Kind, j.Wrong, j.Made, j.Best, j.Loss)
				}
			}
		}
	}
}

// The noise of a loss is that of the equities of both choices; a pass has none.
func TestNoise(t *testing.T) {
	d := positions.Decision{Position: board.Backgammon.Start(), State: cube.Money(false, false)}
	d.NoDouble, d.Take = positions.Outcome{Equity: 0.5, Error: 0.03}, positions.Outcome{Equity: 0.6, Error: 0.04}
	set := &positions.Set{Decisions: []positions.Decision{d}}
	j := score(t, set, fixed{take: true})
	if j[0].Noise != 0.05 || j[0].Clearly() != (j[0].Loss > 1.96*0.05) || j[1].Noise != 0 {
		t.Errorf("not to double %+v, to take %+v, want a doubt of 0.05 and of 0", j[0], j[1])
	}
	set.Decisions[0].Take.Equity = 1.5
	if j := score(t, set, fixed{take: true}); j[0].Noise != 0.03 || j[1].Noise != 0.04 || !j[1].Clearly() {
		t.Errorf("not to double %+v, to take %+v, want doubts of 0.03 and 0.04", j[0], j[1])
	}
	set.Decisions[0].Take = positions.Outcome{Equity: 0.6, Error: 0.04, Behind: 0.02} // with shared dice
	if j := score(t, set, fixed{take: true}); j[0].Noise != 0.02 {
		t.Errorf("not to double %+v, want a doubt of 0.02", j[0])
	}
}

// sure is a player that states equities.
type sure struct {
	fixed
	own cube.Alternatives
}

func (s sure) Clone() engine.Player { return s }
func (s sure) Decide(context.Context, *board.Position, *board.Match) (*cube.Decision, error) {
	return &cube.Decision{Equities: s.own}, nil
}

// A player's equities are compared with those of the rollouts, in a table without players that
// state none.
func TestEquities(t *testing.T) {
	set := &positions.Set{}
	for _, e := range [][2]float64{{0.25, 0.5}, {0.5, 0.5}, {0.5, 0.25}} {
		d := positions.Decision{Position: board.Backgammon.Start(), State: cube.Money(false, false)}
		d.NoDouble, d.Take = positions.Outcome{Equity: e[0]}, positions.Outcome{Equity: e[1]}
		set.Decisions = append(set.Decisions, d)
	}
	own := score(t, set, sure{own: cube.Alternatives{NoDouble: 0.5, DoubleTake: 0.75, DoublePass: 1}})
	rate := positions.Rates(own)[0]
	if b := rate.NoDouble; b.Bias.N != 3 || math.Abs(b.Bias.Center-0.25/3) > 1e-9 || math.Abs(b.RMSE-0.25/math.Sqrt(3)) > 1e-9 {
		t.Errorf("no double: %+v", b)
	}
	if b := rate.DoubleTake; math.Abs(b.Bias.Center-1./3) > 1e-9 || math.Abs(b.RMSE-math.Sqrt(0.125)) > 1e-9 {
		t.Errorf("double/take: %+v", b)
	}
	r := positions.Report{Players: []positions.Answers{{Name: "none", Judged: score(t, set, fixed{})}}}
	if text := r.Text(); strings.Contains(text, "RMSE") {
		t.Errorf("equities of a player without them in\n%s", text)
	}
	r.Players = append(r.Players, positions.Answers{Name: "sure", Judged: own})
	if text := r.Text(); !strings.Contains(text, "+333.3 ± ") || !strings.Contains(text, "353.6") {
		t.Errorf("no equities in\n%s", text)
	}
	if data := string(must.Get(json.Marshal(&r))(t)); strings.Count(data, `"double_take":{"bias_meq":333.3`) != 4 { // all, class, kind and rules
		t.Errorf("%s", data)
	}
}

// closing counts the clones of a player that have not been closed.
type closing struct {
	fixed
	open *atomic.Int64
}

func (c closing) Clone() engine.Player {
	c.open.Add(1)
	return c
}

func (c closing) Close() error {
	c.open.Add(-1)
	return nil
}

// An exam closes the clones of a player, and leaves the player itself to its
// owner.
func TestPlayersAreClosed(t *testing.T) {
	p := closing{open: new(atomic.Int64)}
	score(t, positions.Standard(), p)
	s := rawSettings(t)
	s.Player.Player = p
	must.Get(positions.Build(t.Context(), s))(t)
	if n := p.open.Load(); n != 0 {
		t.Errorf("%d players have not been closed", n)
	}
}

// The answers do not depend on the workers and are in order. A play that does
// not exist is an error that names the decision.
func TestScore(t *testing.T) {
	set := positions.Standard()
	set.Decisions = set.Decisions[:min(60, len(set.Decisions))]
	static := engine.NewStatic(smallModel(t), nil)
	ask := func(p engine.Player, workers int) (*positions.Report, error) {
		e := positions.Exam{Players: named.Players{named.Of("p", p)}, Decisions: set.Decisions, Seed: 3, Workers: workers}
		return e.Run(t.Context())
	}
	one := must.Get(ask(noisy(t, static, 0.05), 1))(t)
	three := must.Get(ask(noisy(t, static, 0.05), 3))(t)
	if !reflect.DeepEqual(one, three) {
		t.Error("three workers get other answers than one")
	}
	must.Fail(t, must.Err(ask(fixed{play: 1000}, 2)), "decision 1, position ", "play number 1000")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	cancelled := positions.Exam{Players: named.Players{named.Of("p", player.Pubeval{})}, Decisions: set.Decisions}
	if _, err := cancelled.Run(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	for _, j := range score(t, set, player.Pubeval{}) {
		if j.Kind != positions.Play {
			t.Errorf("a player without a cube is asked about a %s", j.Kind)
		}
	}
}

// The worst decisions come first, and the figures of the classes add up to the
// total.
func TestReport(t *testing.T) {
	set := positions.Standard()
	static := engine.NewStatic(smallModel(t), nil)
	r := positions.Report{Players: []positions.Answers{
		{Name: "small", Judged: score(t, set, player.NewGreedy(static))},
		{Name: "pubeval", Judged: score(t, set, player.Pubeval{})},
	}}
	judged := r.Players[0].Judged
	worst := positions.Worst(judged, 5)
	for i := range worst {
		if i > 0 && worst[i].Loss > worst[i-1].Loss {
			t.Errorf("number %d is worse than the one before", i+1)
		}
	}
	checkSums(t, positions.Rates(judged))
	text := r.Text()
	for _, want := range []string{"checker play", "checker play, race", "doubling", "taking", "small", "pubeval", "than the first", "±"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	checkReportJSON(t, &r, worst[0].Loss)
}

// Groups of few questions have a table only if all are asked for; the line that counts them
// agrees with the tables.
func TestFewQuestions(t *testing.T) {
	r := positions.Report{Players: []positions.Answers{{Name: "pubeval", Judged: score(t, positions.Standard(), player.NewGreedy(engine.NewStatic(smallModel(t), nil)))}}}
	short, left := titles(&r), r.LeftOut()
	r.All = true
	all := titles(&r)
	// Of 198 rolls 33 are of races and 25 of crashed positions, of 60 doubles 14 and 2, of 54 takes 14 and 1.
	for _, title := range []string{"doubling, race", "doubling, crashed", "taking, race", "taking, crashed"} {
		if slices.Contains(short, title) || !slices.Contains(all, title) {
			t.Errorf("%s: want it only with all groups, got %q and %q", title, short, all)
		}
	}
	for _, title := range []string{"checker play", "checker play, crashed", "checker play, race", "doubling", "taking, contact"} {
		if !slices.Contains(short, title) {
			t.Errorf("%s is not in %q", title, short)
		}
	}
	if want := "4 groups of fewer than 20 questions left out"; left != want || r.LeftOut() != "" {
		t.Errorf("got %q and %q, want %q and none", left, r.LeftOut(), want)
	}
	few := positions.Report{Players: []positions.Answers{{Name: "few"}}}
	for _, j := range r.Players[0].Judged {
		if j.Kind == positions.Take && j.Class() != engine.Contact {
			few.Players[0].Judged = append(few.Players[0].Judged, j) // 15
		}
	}
	if got := titles(&few); !slices.Equal(got, []string{"taking"}) {
		t.Errorf("15 takes: tables %q, want one of all", got)
	}
}

// titles lists the tables of a report.
func titles(r *positions.Report) (list []string) {
	for _, table := range r.Tables() {
		list = append(list, table.Title)
	}
	return list
}

// checkSums checks that the figures of the classes of each kind add up to the
// total.
func checkSums(t *testing.T, rates []positions.Rate) {
	t.Helper()
	n, sum := map[positions.Kind]int{}, map[positions.Kind]float64{}
	for _, rate := range rates {
		sign := 0
		switch rate.Group {
		case "contact", "crashed", "race":
			sign = 1
		case "":
			sign = -1
		}
		n[rate.Kind] += sign * rate.Loss.N
		sum[rate.Kind] += float64(sign) * rate.Loss.Center * float64(rate.Loss.N)
	}
	for kind := range n {
		if n[kind] != 0 || math.Abs(sum[kind]) > 1e-9 {
			t.Errorf("%s: classes differ from the whole by %d questions and %v points", kind, n[kind], sum[kind])
		}
	}
}

// checkReportJSON checks that a report in JSON contains the worst answer of the
// first player.
func checkReportJSON(t *testing.T, r *positions.Report, worst float64) {
	t.Helper()
	data := must.Get(json.Marshal(r))(t)
	var back struct {
		Players []struct {
			Name  string
			Rates []struct {
				Kind string
				Loss float64 `json:"loss_meq"`
			}
			Worst []struct {
				Loss float64 `json:"loss_meq"`
			}
		}
	}
	must.OK(t, json.Unmarshal(data, &back))
	if p := back.Players[0]; p.Name != "small" || len(p.Worst) != 20 || math.Abs(p.Worst[0].Loss-1000*worst) > 1e-9 {
		t.Errorf("%s", data)
	}
}
