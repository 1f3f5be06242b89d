package bot_test

import (
	"slices"
	"testing"
	"time"

	"gammonlab/board"
	"gammonlab/desk/bot"
	"gammonlab/desk/bot/bottest"
	"gammonlab/engine/advice"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/player"
	"gammonlab/engine/protocol"
	"gammonlab/engine/search"
	"gammonlab/internal/must"
)

// doubled returns the question of a position in a match to 7; X doubles.
func doubled(t *testing.T, id string, offered bool) *protocol.Question {
	t.Helper()
	m := board.NewMatch(7)
	m.Roller, m.Turn, m.Doubled = board.PlayerX, board.PlayerX, offered
	if offered {
		m.Turn = board.PlayerO
	}
	return &protocol.Question{Position: must.Get(board.ParseID(id, board.Backgammon))(t), Match: m}
}

// Takes and doubles depend on the price of a drop.
func TestPriceOfDrops(t *testing.T) {
	p := bottest.NewPlayer(t)
	takes := map[int]bool{}
	for price := 1; price <= 3; price++ {
		takes[price] = must.Get(p.Take(t.Context(), strong(t, true), price))(t)
	}
	if takes[1] || !takes[3] {
		t.Errorf("takes by price: %v, want a drop at 1 and a take at 3", takes)
	}
	// If a drop costs 1 the position is too good to double, but not if it costs
	// 3.
	if double := must.Get(p.Double(t.Context(), strong(t, false), 3))(t); !double {
		t.Error("does not double where a drop wins three times the cube")
	}
}

// strong returns a position in which X has six points in a row around three checkers
// of O, of which one is on the bar.
func strong(t *testing.T, offered bool) *protocol.Question {
	t.Helper()
	q := doubled(t, board.Backgammon.Start().ID(), offered)
	var pos board.Position
	for point := 4; point <= 9; point++ {
		pos.Own[point] = 2
	}
	pos.Own[3], pos.Own[13] = 1, 2
	pos.Opp[board.Bar], pos.Opp[24] = 1, 1
	pos.Opp[6], pos.Opp[8], pos.Opp[5], pos.Opp[13] = 4, 3, 3, 3
	q.Position = pos
	if err := pos.Validate(board.Backgammon); err != nil {
		t.Fatal(err)
	}
	return q
}

func TestDropPrice(t *testing.T) {
	for _, c := range []struct {
		change func(*board.Side)
		want   int
	}{
		{func(s *board.Side) { s[6] = 15 }, 2},
		{func(s *board.Side) { s[6], s[board.Off] = 14, 1 }, 1},
		{func(s *board.Side) { s[6], s[board.Bar] = 14, 1 }, 3},
		{func(s *board.Side) { s[6], s[19], s[board.Off] = 13, 1, 1 }, 3},
		{func(s *board.Side) { s[6], s[18] = 14, 1 }, 2},
	} {
		var side board.Side
		c.change(&side)
		if got := bot.DropPrice(&side); got != c.want {
			t.Errorf("%v: %d, want %d", side, got, c.want)
		}
	}
}

// A decision that takes longer than the limit is made without looking ahead.
func TestLimit(t *testing.T) {
	e := enginetest.Shipped(t, "fast")
	deep := must.Get(search.New(e.Clone(), search.Options{Depth: search.Depth{Plies: 4}, Workers: 1}))(t)
	p := bot.NewPlayer(advice.New(deep, advice.Options{}), advice.OfStatic(e, advice.Options{}), time.Microsecond)
	q := doubled(t, board.Backgammon.Start().ID(), false)
	q.Match.Dice = board.Roll{3, 1}
	play, ok, err := p.Play(t.Context(), q)
	if text := board.FormatPlay(q.Position, play); err != nil || !ok || text != "8/5 6/5" {
		t.Errorf("got %q, %v, %v", text, ok, err)
	}
	if _, err := p.Double(t.Context(), q, 2); err != nil {
		t.Error(err)
	}
}

// A bot errs by its noise, the same with the same seed.
func TestErr(t *testing.T) {
	plays := func(noise float32, seed uint64) (all []board.Play) {
		p := bottest.NewPlayer(t)
		if noise > 0 {
			p.Err(player.Noise{Plays: noise, Cube: noise, Gnubg: true}, seed)
		}
		for i, pos := range enginetest.Positions(60, 5) {
			q := doubled(t, board.Backgammon.Start().ID(), false)
			q.Position, q.Match.Dice = pos, board.Rolls[i%21]
			play, _, err := p.Play(t.Context(), q)
			must.OK(t, err)
			all = append(all, play)
		}
		return all
	}
	best, errs := plays(0, 1), plays(0.1, 1)
	if slices.Equal(best, errs) || !slices.Equal(errs, plays(0.1, 1)) || slices.Equal(errs, plays(0.1, 2)) {
		t.Error("the plays do not follow from noise and seed")
	}
}
