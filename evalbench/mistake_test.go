package evalbench

import (
	"encoding/binary"
	"reflect"
	"testing"

	"gammonlab/engine/named"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/player"
	"gammonlab/internal/must"
)

// someMistake is one of the opening, with a cube of 2 if it is about the cube.
func someMistake(f advice.Fault) Mistake {
	m := Mistake{Fault: f, Cost: 0.125, Position: board.Backgammon.Start(), Match: board.NewMatch(7)}
	m.Match.Score = [2]int{3, 1}
	m.Match.Roller, m.Match.Turn, m.Match.State = board.PlayerX, board.PlayerX, board.Playing
	if f == advice.WrongPlay {
		m.Match.Dice = board.Roll{3, 1}
		plays := board.Plays(m.Position, m.Match.Dice)
		m.Made, m.Best = plays[2], plays[5]
	}
	return m
}

func TestMistakesAreReadBack(t *testing.T) {
	for f := advice.NoFault; f <= advice.WrongBeaver; f++ {
		want := someMistake(f)
		if f >= advice.WrongTake {
			want.Match.Doubled, want.Match.Turn = true, board.PlayerO
		}
		if f == advice.WrongBeaver { // the mistake is the doubler's
			want.Match.Turn = want.Match.Roller
		}
		if f == advice.NoFault {
			want = Mistake{}
		}
		record := want.record()
		if got, err := record.mistake(board.Backgammon); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("fault %d: %+v, error %v, want %+v", f, got, err, want)
		}
	}
}

func TestBadMistakes(t *testing.T) {
	for _, c := range []struct {
		name string
		at   int
		to   byte
		want string
	}{
		{"a fault", 0, 9, "no mistake: fault 9"},
		{"no fault", 0, 0, "want { 0 [0 0"},
		{"a cost below 0", 8, 0xbf, "no mistake"},
		{"a position", 9, '!', "position ID"},
		{"a match", 23, '!', "match ID"},
		{"a play too many", 35, 200, "plays 200 and 5 of"},
	} {
		m := someMistake(advice.WrongPlay)
		data := must.Get(binary.Append(nil, binary.LittleEndian, m.record()))(t)
		data[c.at] = c.to
		var record mistakeRecord
		must.Get(binary.Decode(data, binary.LittleEndian, &record))(t)
		must.Fail(t, must.Err(record.mistake(board.Backgammon)), c.want, c.name)
	}
}

// TestObservedGames compares the observed games with the result: sums and classes
// are the same, the worst mistake costs no more than all errors and is one of its
// kind, and a judge of its own player finds none.
func TestObservedGames(t *testing.T) {
	for _, rules := range someRules(Rules{}, Rules{Cube: true}, Rules{Length: 3}) {
		static := randomStatic(t, nil)
		var seen []Game
		m := Match{A: named.Player{Player: player.NewGreedy(static)}, B: named.Player{Player: player.Pubeval{}}, Conditions: Conditions{Rules: rules, Seed: 5}, Games: 6, Assessment: judgedBy(static, 0)}
		m.Observers = []Observer{OnItem(func(i *Item) error {
			if i.Number != len(seen)/2 || len(i.Games) != 2 {
				t.Errorf("%v: %d games of item %d, after %d games", rules, len(i.Games), i.Number, len(seen))
			}
			seen = append(seen, i.Games...)
			return nil
		})}
		r := run(t, m)
		var sums [2]Errors
		faults := map[advice.Fault]int{}
		for i := range seen {
			for side := range sums {
				g := &seen[i]
				sums[side].add(&g.Errors[side])
				checkClasses(t, g, side)
				faults[g.Worst[side].Fault]++
			}
		}
		if sums != r.Errors {
			t.Errorf("%v: errors %+v, the result has %+v", rules, sums, r.Errors)
		}
		if faults[advice.NoFault] < 6 || faults[advice.WrongPlay] == 0 {
			t.Errorf("%v: faults %v, want none of A and plays of pubeval", rules, faults)
		}
	}
}

// checkClasses compares the classes and the worst mistake of a game with its
// errors.
func checkClasses(t *testing.T, g *Game, side int) {
	t.Helper()
	var sum PlayErrors
	for class, e := range g.Classes[side] {
		sum.Plays, sum.Error = sum.Plays+e.Plays, sum.Error+e.Error
		if engine.Class(class) == engine.Over && e.Plays > 0 {
			t.Errorf("%d plays after the end", e.Plays)
		}
	}
	e, w := &g.Errors[side], &g.Worst[side]
	if d := sum.Error - e.PlayError; sum.Plays != e.Plays || d > 1e-9 || d < -1e-9 {
		t.Errorf("classes have %+v, the game %+v", sum, e)
	}
	switch {
	case w.Cost > e.PlayError+e.CubeError+1e-9:
		t.Errorf("the worst mistake costs %v, all together %+v", w.Cost, e)
	case w.Fault == advice.WrongPlay && w.Made.Result == w.Best.Result:
		t.Errorf("the play made is the best: %+v", w)
	case w.Fault == advice.NoFault && e.PlayError+e.CubeError > 0:
		t.Errorf("no mistake in %+v", e)
	case w.Fault != advice.NoFault && w.Match.Turn != board.Player(side):
		t.Errorf("side %d is blamed for %+v", side, w)
	}
}
