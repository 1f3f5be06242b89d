package evalbench

import (
	"bytes"
	"testing"

	"gammonlab/engine/named"

	"gammonlab/board"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/player"
	"gammonlab/farm"
	"gammonlab/internal/must"
)

// TestCheckItem checks items with data that do not belong to the match.
func TestCheckItem(t *testing.T) {
	plain := &Match{A: named.Player{Player: player.Pubeval{}}, B: named.Player{Player: player.NewRandom()}, Games: 2}
	for want, c := range map[string]struct {
		m *Match
		o outcome
	}{
		"a second game":        {&Match{Unpaired: true}, outcome{games: [2]Game{{}, {Plies: 1}}}},
		"luck of -1":           {plain, outcome{games: [2]Game{{Points: 1, Adjusted: 2}}}},
		"1 decisions of plays": {plain, outcome{games: [2]Game{{Errors: [2]Errors{{Plays: 1}}}}}},
		"2 games of a match":   {plain, outcome{games: [2]Game{{Games: 2}}}},
		"a cube at 2":          {plain, outcome{games: [2]Game{{cube: 2}}}},
		"10001 rolls":          {plain, outcome{games: [2]Game{{Plies: 10_001}}}},
	} {
		must.Fail(t, c.m.checkItem(&c.o), want)
	}
	must.OK(t, plain.checkItem(&outcome{games: [2]Game{{Points: 1, Adjusted: 1, Plies: 50}}}))
}

// Reading any bytes as results of a shard does not panic, and accepted results
// are unchanged after writing.
func FuzzItems(f *testing.F) {
	matches := []*Match{
		{A: named.Player{Player: player.Pubeval{}}, B: named.Player{Player: player.NewRandom()}, Games: 4, Conditions: Conditions{Seed: 1}, Records: true},
		{A: named.Player{Player: player.Pubeval{}}, B: named.Player{Player: player.NewRandom()}, Games: 4, Records: true, Starts: enginetest.Positions(2, 5), Conditions: Conditions{Variant: board.Backgammon, Seed: 1}},
		{A: named.Player{Player: player.Pubeval{}}, B: named.Player{Player: player.NewRandom()}, Games: 2, Records: true, Conditions: Conditions{Rules: Rules{Length: 2}, Seed: 1}},
		{A: named.Player{Player: player.Pubeval{}}, B: named.Player{Player: player.NewRandom()}, Games: 4, Conditions: Conditions{Seed: 1}, Unpaired: true},
	}
	s := &Series{}
	for _, m := range matches {
		s.Pieces = append(s.Pieces, Piece{m, 0, 1})
	}
	work, err := s.work()
	if err != nil {
		f.Fatal(err)
	}
	doer := newSeriesDoer(work.matches)
	for i := range matches {
		piece, err := work.next(1)
		if err != nil {
			f.Fatal(err)
		}
		result, err := farm.NewWork(doer, nil).Doer.Do(f.Context(), doer.Shard(piece), nil)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(i, result)
		f.Add(i, result[:len(result)-1])
	}
	f.Fuzz(func(t *testing.T, match int, data []byte) {
		if match < 0 || match >= len(matches) {
			return
		}
		shard := farm.Shard{Items: 1, Payload: []byte{byte(match)}}
		if work.job().Check(shard, data) != nil {
			return
		}
		o, rest, err := work.matches[match].decodeItem(0, data)
		if again := work.matches[match].appendItem(nil, &o); err != nil || len(rest) > 0 || !bytes.Equal(again, data) {
			t.Errorf("it is written as %x, was %x", again, data)
		}
	})
}
