package evalbench

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/named"
	"gammonlab/engine/player"
	"gammonlab/engine/rules"
	"gammonlab/features"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// doubler plays like pubeval, doubles whenever it may and takes while the cube is
// below a limit.
type doubler struct {
	player.Pubeval
	t     *testing.T
	limit int // of the cube before the double that it still takes
	fails error
}

func (d *doubler) Clone() engine.Player { return d }

func (d *doubler) ChooseAt(ctx context.Context, pos *board.Position, m *board.Match, roll board.Roll, plays []board.Play) (int, error) {
	return d.Choose(ctx, pos, roll, plays)
}

func (d *doubler) Doubles(context.Context, *board.Position, *board.Match) (bool, error) {
	return true, d.fails
}

func (d *doubler) Takes(ctx context.Context, _ *board.Position, m *board.Match) (bool, error) {
	return m.Cube < d.limit, nil
}

// A player against itself, by all rules and with constant doubling: both games
// of a pair are equal, with the sides exchanged.
func TestRulesArePaired(t *testing.T) {
	for _, rules := range []Rules{{}, {Cube: true}, {Cube: true, Jacoby: true}, {Length: 1}, {Length: 2}, {Length: 7}} {
		for _, limit := range []int{1, 2, 4, 1 << 20} {
			d := &doubler{t: t, limit: limit}
			r := run(t, Match{A: named.Player{Player: d}, B: named.Player{Player: d}, Games: 20, Conditions: Conditions{Rules: rules, Seed: 3}})
			if ppg := r.PPG(); ppg.Center != 0 || r.SD() != 0 || r.Pairs() != 10 || r.Games != 20 || r.A != r.B {
				t.Errorf("%v, limit %d: %+v, want pairs of 0 alone", rules, limit, r)
			}
			hasCube := rules.Cube || rules.Length > 1
			if (r.Drops > 0) != (hasCube && limit == 1 || rules.Cube && limit < 1000 || rules.Length == 7 && limit < 7) {
				t.Errorf("%v, limit %d: %d doubles passed", rules, limit, r.Drops)
			}
			if rules.Length == 0 && limit == 1 && rules.Cube && r.Cubes != 20 {
				t.Errorf("%v: cubes %d, want 20 games at 1", rules, r.Cubes)
			}
			if rules.Length > 0 && (r.A.Wins != 10 || r.MatchGames < 20 || rules.Length == 1 && r.MatchGames != 20) {
				t.Errorf("%v: %+v", rules, r)
			}
		}
	}
}

// Pubeval has no cube decisions: it never doubles and always takes. So the
// games are those without a cube, for twice the points.
func TestCubeCounts(t *testing.T) {
	d := &doubler{t: t, limit: 1}
	r := run(t, Match{A: named.Player{Player: d}, B: named.Player{Player: player.Pubeval{}}, Games: 100, Conditions: Conditions{Rules: Rules{Cube: true}, Seed: 5}})
	// Pubeval takes the first double and owns the cube for good.
	if r.Cubes < 195 || r.Cubes > 200 || r.Drops != 0 {
		t.Errorf("cubes %d in 100 games, want 2 in each but the shortest; %d passed", r.Cubes, r.Drops)
	}
	free := run(t, Match{A: named.Player{Player: player.Pubeval{}}, B: named.Player{Player: player.Pubeval{}}, Games: 100, Conditions: Conditions{Seed: 5}})
	if r.A != free.A || r.B != free.B || r.Plies != free.Plies {
		t.Errorf("games %+v, want those of the same dice without a cube, %+v", r, free)
	}
	if sd := free.GameSD(); math.Abs(r.GameSD()/sd-2) > 0.05 {
		t.Errorf("a game's deviation %.2f, want about twice %.2f", r.GameSD(), sd)
	}
}

// The Jacoby rule makes single games of all that end with the cube in the middle.
func TestJacoby(t *testing.T) {
	start := board.Position{Own: board.Side{board.Off: 14, 1: 1}, Opp: board.Side{23: 15}}
	m := Match{A: named.Player{Player: first}, B: named.Player{Player: first}, Games: 2, Starts: []board.Position{start}, Unpaired: true, Conditions: Conditions{Rules: Rules{Cube: true}}}
	for jacoby, want := range map[rules.Jacoby]int{false: 3, true: 1} {
		m.Rules.Jacoby = jacoby
		m.Observers = []Observer{OnItem(func(i *Item) error {
			points := i.Points()
			if len(points) != 1 || points[0]*points[0] != want*want {
				t.Errorf("Jacoby %t: points %v, want %d", jacoby, points, want)
			}
			return nil
		})}
		run(t, m)
	}
}

func TestFormsDoNotDependOnWorkers(t *testing.T) {
	net := must.Get(nets.NewRandom(nets.NewSpec(features.Perspective196{}, nets.ReLU, 10), 1))(t)
	for _, rules := range []Rules{{Cube: true, Jacoby: true}, {Length: 1}, {Length: 3}} {
		noisy, err := player.Parse("net:m,noise=0.05,cubenoise=0.1", func(string) (engine.Evaluator, error) { return engine.OfNet(net), nil })
		must.OK(t, err)
		m := Match{A: named.Player{Player: noisy}, B: named.Player{Player: player.NewGreedy(engine.OfNet(net))}, Games: 12, Conditions: Conditions{Rules: rules, Seed: 4}, Workers: 1}
		want := run(t, m)
		m.Workers = 3
		if got := run(t, m); !reflect.DeepEqual(got, want) {
			t.Errorf("%v: 3 workers give %+v, 1 gives %+v", rules, got, want)
		}
	}
}

func TestRulesErrors(t *testing.T) {
	for _, c := range []struct {
		rules Rules
		want  string
	}{
		{Rules{Length: -1}, "match is -1"},
		{Rules{Length: 65}, "match is 65, want 0 to 64"},
		{Rules{Length: 3, Cube: true}, "have their own cube"},
		{Rules{Jacoby: true}, "jacoby needs cubeful"},
	} {
		m := Match{A: named.Player{Player: first}, B: named.Player{Player: first}, Games: 2, Conditions: Conditions{Rules: c.rules}}
		must.Fail(t, must.Err(m.Run(t.Context())), c.want, c.rules)
	}
	broken := errors.New("lost the connection")
	m := Match{A: named.Player{Player: &doubler{t: t, limit: 2, fails: broken}}, B: named.Player{Player: player.Pubeval{}}, Games: 2, Conditions: Conditions{Rules: Rules{Length: 5}}}
	if _, err := m.Run(t.Context()); !errors.Is(err, broken) || !strings.Contains(err.Error(), "match 1: game 1 of the match: ply ") {
		t.Errorf("error %v", err)
	}
}

// The text contains the rules and the counts.
func TestTextOfRules(t *testing.T) {
	d := &doubler{t: t, limit: 2}
	for _, c := range []struct {
		rules Rules
		want  string
	}{
		{Rules{Cube: true, Jacoby: true}, "with the cube, Jacoby rule, 20 games in 10 pairs\nppg "},
		{Rules{Length: 1}, "1-point matches, 20 games in 10 pairs\nwins "},
		{Rules{Length: 5}, "5-point matches, 20 matches in 10 pairs\nwins "},
	} {
		r := run(t, Match{A: named.Player{Player: d}, B: named.Player{Player: player.Pubeval{}}, Games: 20, Conditions: Conditions{Rules: c.rules}})
		if text := r.Text(); !strings.Contains(text, c.want) || strings.Contains(text, "cube  ") != (c.rules.Length != 1) {
			t.Errorf("want %q in\n%s", c.want, text)
		}
		if _, err := r.MarshalJSON(); err != nil {
			t.Error(err)
		}
	}
	if s := fmt.Sprint(Rules{}); s != "cubeless" {
		t.Errorf("the zero rules are %q", s)
	}
}
