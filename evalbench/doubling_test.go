package evalbench

import (
	"context"
	"slices"
	"strings"
	"testing"

	"gammonlab/engine/named"
	"gammonlab/engine/player"

	"gammonlab/board"
	rules "gammonlab/board/game"
	"gammonlab/board/record"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
	"gammonlab/internal/must"
)

// beaverer is a doubler that doubles once, beavers whenever it may, and passes
// at a set answer.
type beaverer struct {
	doubler
	most   int // of beavers that may answer a double
	passes int // the number of the answer, from 0 on, that is a pass; -1 for none
	met    *cube.MET
	told   bool // that there are beavers
}

func (b *beaverer) Clone() engine.Player { return b }

func (b *beaverer) SetRules(met *cube.MET, beavers bool) { b.met, b.told = met, beavers }

func (b *beaverer) Doubles(ctx context.Context, _ *board.Position, m *board.Match) (bool, error) {
	return m.Cube == 1, nil
}

// answers returns the number of answers to a double so far, which follows from
// the cube.
func (b *beaverer) answers(m *board.Match) int {
	n := 0
	for c := m.Cube; m.Owner == m.Roller.Opponent() && c > 1; c /= 2 {
		n++
	}
	return n
}

func (b *beaverer) Beavers(ctx context.Context, _ *board.Position, m *board.Match) (bool, error) {
	n := b.answers(m)
	if !m.Doubled || n >= b.most || (m.Turn == m.Roller) != (n%2 == 1) {
		b.t.Errorf("asked to beaver as answer %d at %+v, of at most %d", n, *m, b.most)
	}
	return n != b.passes, nil
}

func (b *beaverer) Takes(ctx context.Context, _ *board.Position, m *board.Match) (bool, error) {
	if n := b.answers(m); !m.Doubled || (m.Turn == m.Roller) != (n%2 == 1) {
		b.t.Errorf("asked to take as answer %d at %+v", n, *m)
	}
	return b.answers(m) != b.passes, nil
}

// checkReplay plays the record by the rules.
func checkReplay(r *record.Match) error {
	for game := range r.Games {
		replay := r.Replay(game)
		for replay.Next() {
		}
		if err := replay.Err(); err != nil {
			return err
		}
	}
	return nil
}

// A player that cannot beaver is never asked for a beaver, and its doubles may be
// beavered.
func TestBeaversAgainstOthers(t *testing.T) {
	b := &beaverer{doubler: doubler{t: t}, most: 3, passes: -1}
	d := &doubler{t: t, limit: 1 << 20}
	var kinds []record.Kind
	m := Match{A: named.Player{Player: b}, B: named.Player{Player: d}, Games: 2, Conditions: Conditions{Rules: Rules{Cube: true, Beavers: 3}, Seed: 4}}
	m.Records = true
	m.Observers = []Observer{OnItem(func(i *Item) error {
		r := i.Games[0].Record
		for i, a := range r.Games[0].Actions {
			if a.Kind == record.Beaver && a.Player != board.Player(sideA) {
				t.Errorf("action %d: a beaver by who knows none", i)
			}
			kinds = append(kinds, a.Kind)
		}
		return checkReplay(r)
	})}
	run(t, m)
	if !slices.Contains(kinds, record.Beaver) {
		t.Error("no double was beavered")
	}
}

// Automatic doubles begin games with a higher cube, in the middle, as often as the dice are
// equal: about one game in six. Records have that cube, and replay to the points.
func TestAutomaticDoubles(t *testing.T) {
	cubes := map[int]int{}
	m := Match{A: named.Player{Player: player.Pubeval{}}, B: named.Player{Player: player.Pubeval{}}, Games: 600, Conditions: Conditions{Rules: Rules{Cube: true, AutoDoubles: 2}, Seed: 4}, Records: true}
	m.Observers = []Observer{OnItem(func(i *Item) error {
		for _, g := range i.Games {
			games := must.Get(decodedGames(g.Record))(t)
			cubes[games[0].Cube]++
			if p := games[0].Result.Points; p%games[0].Cube != 0 || p != max(g.Points, -g.Points) {
				t.Errorf("%d points with the cube at %d, the game counts %d", p, games[0].Cube, g.Points)
			}
			if err := checkReplay(g.Record); err != nil {
				return err
			}
		}
		return nil
	})}
	run(t, m)
	if cubes[1] < 460 || cubes[2] < 50 || cubes[4] == 0 || len(cubes) != 3 {
		t.Errorf("games by cube: %v", cubes)
	}
}

// decodedGames encodes the games of a record and decodes them.
func decodedGames(r *record.Match) ([]record.Game, error) {
	other := &record.Match{Length: r.Length, Rules: r.Rules}
	_, err := readGames(other, appendGames(nil, r.Games))
	return other.Games, err
}

// Different rules have different names, since files of results identify rules
// by name.
func TestNamesOfRules(t *testing.T) {
	table := func(name string) *cube.MET {
		return must.Get(cube.NamedMET(name))(t)
	}
	seen := map[string]Rules{}
	for _, f := range append([]Rules{
		{Cube: true, Beavers: 1}, {Cube: true, AutoDoubles: 1}, {Cube: true, AutoDoubles: 2}, {Cube: true, Jacoby: true, Beavers: 1}, {Cube: true, Jacoby: true, Beavers: 2},
		{Length: 3, MET: named.MET{Table: table("woolsey")}}, {Length: 3, MET: named.MET{Table: table("zadeh")}}, {Length: 5, MET: named.MET{Table: table("zadeh")}},
	}, allRules...) {
		if other, ok := seen[f.String()]; ok {
			t.Errorf("%+v and %+v are both %v", f, other, f)
		}
		seen[f.String()] = f
	}
	for _, c := range []struct {
		rules Rules
		want  string
	}{
		{Rules{Cube: true, Beavers: 15}, "max_beavers is 15, want 0 to 14"},
		{Rules{Cube: true, AutoDoubles: 16}, "auto_doubles is 16, want 0 to 15"},
		{Rules{AutoDoubles: 1}, "auto_doubles needs cubeful"},
		{Rules{Cube: true, Beavers: -1}, "max_beavers is -1"},
		{Rules{Length: 3, Beavers: 1}, "max_beavers needs cubeful"},
		{Rules{MET: named.MET{Table: table("g11")}}, "met needs match"},
	} {
		must.Fail(t, c.rules.Validate(), c.want, c.rules)
	}
}

// Players, luck adjustment and the judge use the match equity table of the
// rules.
func TestTableOfRules(t *testing.T) {
	met := cube.NewMec(cube.Mec{GammonRate: 0.9, WinRate: 0.5})
	m, _ := kept(t, Rules{Length: 3, MET: named.MET{Table: met}})
	m.Games, m.Observers = 2, nil
	b := &beaverer{doubler: doubler{t: t, limit: 2}, passes: -1}
	m.B.Player = b
	with := run(t, m)
	if b.met != met || b.told {
		t.Errorf("the player was told of %v, beavers %t", b.met, b.told)
	}
	m.A.Player = b
	same := run(t, m)
	m.MET = named.MET{}
	without := run(t, m)
	if same.A != without.A || same.Plies != without.Plies {
		t.Fatal("players who look at no table play otherwise")
	}
	x, y := same.Adjusted(), without.Adjusted()
	if x.Center == y.Center || same.Errors == without.Errors {
		t.Errorf("luck %v and errors %+v do not depend on the table", x, same.Errors)
	}
	if text := with.Text(); !strings.Contains(text, "3-point matches, table "+met.Name()+" (") {
		t.Errorf("no table in\n%s", text)
	}
}

// Errors are counted at the cube that they are made at: twice as much after each
// beaver.
func TestJudgeOfBeavers(t *testing.T) {
	worth := &cube.Alternatives{NoDouble: 0.1, DoubleTake: -0.25, DoublePass: 1}
	for _, c := range []struct {
		beavers int
		may     bool
		answer  rules.Answer
		want    float64
	}{
		{0, false, rules.Take, 0}, {0, false, rules.Drop, 1.25},
		{0, true, rules.Beaver, 0}, {0, true, rules.Take, 0.25}, {0, true, rules.Drop, 1.5},
		{1, true, rules.Take, 0}, {1, true, rules.Beaver, 0.5}, {1, true, rules.Drop, 1.5},
		{2, true, rules.Take, 1}, {2, false, rules.Take, 0},
	} {
		runner := &gameRunner{match: new(Match), judge: new(advice.Adviser), state: rules.New(rules.Rules{Beavers: 3}), equities: worth}
		m := &runner.state.Match
		if runner.state.Beavered, m.Doubled = c.beavers, true; c.beavers%2 == 0 {
			m.Turn = m.Roller.Opponent()
		}
		if !c.may {
			runner.state.Beavers = c.beavers
		}
		runner.judgeAnswer(c.answer)
		if got := runner.errors[m.Turn]; got != (Errors{Cubes: 1, CubeError: c.want}) {
			t.Errorf("%+v: %+v", c, got)
		}
	}
}
