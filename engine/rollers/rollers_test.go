package rollers_test

import (
	"math"
	"reflect"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/player"
	"gammonlab/engine/rollers"
	"gammonlab/engine/search"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

const opening = "4HPwATDgc/ABMA"

// asked returns an adviser with rollers of a size.
func asked(t testing.TB, e engine.Evaluator, size, workers int, o advice.Options) *advice.Adviser {
	t.Helper()
	o.Roller = rollers.Roller{}
	return advice.New(must.Get(search.New(e, search.Options{Depth: search.Depth{Filter: search.Quick()}, Rollers: size, Workers: workers}))(t), o)
}

func stakesOf(t testing.TB, s cube.State) *cube.Stakes {
	t.Helper()
	return must.Get(cube.Prepare(s, must.Get(cube.NamedMET(cube.DefaultMET))(t)))(t)
}

// A decision is the same for any number of workers, again, and in a clone after other decisions:
// without the cube, with it in money games and matches, and by score alone.
func TestSameDecisionForAnyWorkers(t *testing.T) {
	static := enginetest.Shipped(t, "fast")
	pos := must.Get(board.ParseID(opening, board.Backgammon))(t)
	other := must.Get(board.ParseID("5hzGACZwz5EjAA", board.Backgammon))(t)
	money, match := stakesOf(t, cube.Money(true, true)), stakesOf(t, cube.Match(5, 2, 3, false))
	for _, c := range []struct {
		name string
		st   *cube.Stakes
		o    advice.Options
	}{{"cubeless", nil, advice.Options{}}, {"money", money, advice.Options{}}, {"match", match, advice.Options{}}, {"score", match, advice.Options{NoCube: true}}} {
		var want []any
		for _, workers := range []int{1, 3} {
			a := asked(t, static.Clone(), 1, workers, c.o)
			for range 2 {
				got := []any{must.Get(a.Decide(t.Context(), &pos, board.Roll{4, 3}, c.st))(t)}
				if c.st != nil {
					got = append(got, must.Get(a.Double(t.Context(), &pos, c.st))(t))
				}
				if want == nil {
					want = got
				}
				if !reflect.DeepEqual(got, want) {
					t.Errorf("%s, %d workers: got %+v, want %+v", c.name, workers, got, want)
				}
				a = a.Clone()
				must.Get(a.Decide(t.Context(), &other, board.Roll{6, 5}, c.st))(t)
			}
		}
		if d := want[0].(*advice.Decision); d.Roller == nil || d.Roller.Trials == 0 || d.Roller.Level != "roller 1" {
			t.Errorf("%s: roller %+v, want roller 1 with trials", c.name, d.Roller)
		}
	}
}

// Plays close to the best are rolled out: they come first, the best first, with their trials and
// errors, and have about the values of the search.
func TestRollsClosePlays(t *testing.T) {
	static := enginetest.Shipped(t, nets.DefaultNet)
	pos, st := must.Get(board.ParseID(opening, board.Backgammon))(t), stakesOf(t, cube.Money(false, false))
	searcher := must.Get(search.New(static.Clone(), search.Options{Depth: search.Depth{Plies: 2, Filter: search.Quick()}}))(t)
	before := map[string]float32{}
	for _, c := range must.Get(advice.New(searcher, advice.Options{}).Decide(t.Context(), &pos, board.Roll{4, 3}, st))(t).Moves {
		before[c.Move] = c.Worth()
	}
	d := must.Get(asked(t, static, 1, 1, advice.Options{}).Decide(t.Context(), &pos, board.Roll{4, 3}, st))(t)
	rolled, trials := 0, 0
	for i, c := range d.Moves {
		if c.Rolled == nil {
			continue
		}
		if rolled++; rolled != i+1 || i > 0 && c.Worth() > d.Moves[i-1].Worth() {
			t.Errorf("play %d, %s: not in the order of the values, plays that were rolled out first", i+1, c.Move)
		}
		trials += c.Trials
		if c.Trials < 36 || c.StandardError.Worth() <= 0 || c.StandardError.Worth() > 0.01 {
			t.Errorf("%s: %d trials with a standard error of %v, want at least 36 and at most 0.01", c.Move, c.Trials, c.StandardError.Worth())
		}
		if far := math.Abs(float64(c.Worth() - before[c.Move])); far > 0.03 {
			t.Errorf("%s: %v, and %v by the search", c.Move, c.Worth(), before[c.Move])
		}
	}
	if rolled != 3 || len(d.Moves) != len(before) || trials != d.Roller.Trials {
		t.Errorf("%d of %d plays in %d trials were rolled out, want 3 of %d in %d", rolled, len(d.Moves), trials, len(before), d.Roller.Trials)
	}
}

// A roll without a legal play is no decision, and nothing is rolled out.
func TestRollsNothingOutWithoutAPlay(t *testing.T) {
	pos := must.Get(board.ParseID("27YdAADf9wAAQA", board.Backgammon))(t)
	d := must.Get(asked(t, enginetest.Shipped(t, "fast"), 1, 1, advice.Options{}).Decide(t.Context(), &pos, board.Roll{2, 1}, nil))(t)
	if len(d.Moves) != 0 || d.Roller == nil || d.Roller.Trials != 0 {
		t.Errorf("%+v, %+v, want no play and no trials", d.Moves, d.Roller)
	}
}

// A play that was made is rolled out with the best one, so both have the same precision; a clear
// decision takes no trials.
func TestComparesThePlayMade(t *testing.T) {
	a := asked(t, enginetest.Shipped(t, nets.DefaultNet), 1, 1, advice.Options{})
	pos := must.Get(board.ParseID(opening, board.Backgammon))(t)
	plays := board.Plays(pos, board.Roll{3, 1})
	best := must.Get(board.ParsePlay(pos, board.Roll{3, 1}, "8/5 6/5"))(t)
	clear := must.Get(a.Compare(t.Context(), &pos, plays, &best.Result, nil))(t)
	if clear.Lost != 0 || clear.Roller.Trials != 0 || clear.List[0].Rolled != nil {
		t.Errorf("the best play of 31: %v lost, %+v, want nothing and no trials", clear.Lost, clear.Roller)
	}
	wrong := must.Get(board.ParsePlay(pos, board.Roll{3, 1}, "24/20"))(t)
	c := must.Get(a.Compare(t.Context(), &pos, plays, &wrong.Result, nil))(t)
	if c.Made != 1 || c.List[0].Rolled == nil || c.List[1].Rolled == nil || c.List[2].Rolled != nil || c.Lost < 0.1 || c.Roller.DifferenceError <= 0 {
		t.Errorf("24/20: play %d, lost %v, %+v, want two plays rolled out", c.Made, c.Lost, c.Roller)
	}
}

// A close double is rolled out; a clear one is not.
func TestRollsCloseDoubles(t *testing.T) {
	a := asked(t, enginetest.Shipped(t, nets.DefaultNet), 1, 2, advice.Options{})
	st := stakesOf(t, cube.Money(false, false))
	pos := must.Get(board.ParseID(opening, board.Backgammon))(t)
	clear := must.Get(a.Double(t.Context(), &pos, st))(t)
	if clear.Roller.Trials != 0 || clear.Action != cube.NoDoubleTake {
		t.Errorf("the opening: %v in %d trials, want no double, take without trials", clear.Action, clear.Roller.Trials)
	}
	pos = must.Get(board.ParseID("sOfEADjMTvAFIA", board.Backgammon))(t)
	searcher := must.Get(search.New(a.Static().Clone(), search.Options{Depth: search.Depth{Plies: 2}}))(t)
	before := must.Get(advice.New(searcher, advice.Options{}).Double(t.Context(), &pos, st))(t)
	d := must.Get(a.Double(t.Context(), &pos, st))(t)
	if d.Roller.Trials < 72 || d.Roller.DifferenceError <= 0 || d.Roller.AnswerError <= 0 {
		t.Errorf("a close double: %+v, want trials and errors; %+v by the search", d.Roller, before.Equities)
	}
	if far := math.Abs(d.Equities.NoDouble - before.Equities.NoDouble); far == 0 || far > 0.05 {
		t.Errorf("no double is %v, and %v by the search", d.Equities.NoDouble, before.Equities.NoDouble)
	}
	if far := math.Abs(d.Equities.DoubleTake - before.Equities.DoubleTake); far == 0 || far > 0.1 {
		t.Errorf("double, take is %v, and %v by the search", d.Equities.DoubleTake, before.Equities.DoubleTake)
	}
}

// Positions of a database with both sides have exact values, which no rollout replaces; a
// database of each side alone has them only without the cube.
func TestRacesOfDatabasesTakeNoTrials(t *testing.T) {
	model := enginetest.Shipped(t, nets.DefaultNet).Model()
	a := asked(t, engine.NewStatic(model, enginetest.Databases(t, 3, 6)), 1, 1, advice.Options{})
	st := stakesOf(t, cube.Money(false, true))
	var pos board.Position
	pos.Own[0], pos.Own[4], pos.Own[2], pos.Opp[0], pos.Opp[1], pos.Opp[3] = 12, 2, 1, 12, 1, 2
	for _, st := range []*cube.Stakes{nil, st} {
		d := must.Get(a.Decide(t.Context(), &pos, board.Roll{2, 1}, st))(t)
		if d.Roller.Trials != 0 || d.Class != engine.Bearoff2.String() {
			t.Errorf("%s: %+v, want no trials", d.Class, d.Roller)
		}
	}
	if d := must.Get(a.Double(t.Context(), &pos, st))(t); d.Roller.Trials != 0 {
		t.Errorf("a double: %+v, want no trials", d.Roller)
	}
	pos.Own[0], pos.Own[5], pos.Own[6], pos.Opp[0], pos.Opp[5], pos.Opp[6] = 6, 3, 3, 6, 3, 3
	d := must.Get(a.Decide(t.Context(), &pos, board.Roll{2, 1}, st))(t)
	if d.Roller.Trials == 0 || d.Class != engine.Bearoff1.String() {
		t.Errorf("%s with the cube: %+v, want trials", d.Class, d.Roller)
	}
	if d = must.Get(a.Decide(t.Context(), &pos, board.Roll{2, 1}, nil))(t); d.Roller.Trials != 0 {
		t.Errorf("%s without the cube: %+v, want no trials", d.Class, d.Roller)
	}
}

func TestPlayers(t *testing.T) {
	parser := player.Parser{Roller: rollers.Roller{}, Load: func(string) (engine.Evaluator, error) { return enginetest.RandomStatic(t, 4, 1), nil }}
	p := must.Get(parser.Parse("net:m,rollers=1"))(t)
	spec, _, err := player.Spec(p, "m")
	if must.OK(t, err); spec != "net:m,rollers=1,filter=quick" {
		t.Errorf("the player is %q", spec)
	}
	must.Get(parser.Parse(spec))(t)
	pos := must.Get(board.ParseID(opening, board.Backgammon))(t)
	plays, roll := board.Plays(pos, board.Roll{4, 3}), board.Roll{4, 3}
	a, b := must.Get(p.Choose(t.Context(), &pos, roll, plays))(t), must.Get(player.Uncached(p).Choose(t.Context(), &pos, roll, plays))(t)
	if best := must.Get(asked(t, enginetest.RandomStatic(t, 4, 1), 1, 1, advice.Options{}).Decide(t.Context(), &pos, roll, nil))(t).Moves[0].Play; a != b || plays[a] != best {
		t.Errorf("plays %d and %d, want the best of the adviser", a, b)
	}
	for _, c := range []struct{ spec, want string }{
		{"net:m,rollers=4", "rollers is 4, want 1 to 3, or 0 for none"},
		{"net:m,rollers=-1", "rollers is -1, want 1 to 3, or 0 for none"},
		{"net:m,rollers=large", "large"},
		{"net:m,rollers=1,plies=2", "rollers contradicts plies: rollers search 2 plies before their rollouts"},
		{"net:m,rollers=1,cubeplies=1", "rollers contradicts cubeplies: rollers roll cube decisions out, too"},
		{"net:m,rollers=1,cube=gnubg", "cube contradicts rollers: rollers use the model's cube efficiencies"},
	} {
		must.Fail(t, must.Err(parser.Parse(c.spec)), c.want)
	}
	must.Fail(t, must.Err(player.Parse("net:m,rollers=1", parser.Load)), `"net:m,rollers=1": there are no rollers here`)
}
