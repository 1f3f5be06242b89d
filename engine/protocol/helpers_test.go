package protocol_test

import (
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/protocol"
	"gammonlab/engine/search"
	"gammonlab/internal/must"
)

func deciderOf(t testing.TB, static *engine.Static, plies int) *protocol.Decider {
	t.Helper()
	searcher := must.Get(search.New(static.Clone(), search.Options{Depth: search.Depth{Plies: plies, Filter: search.Normal()}}))(t)
	return &protocol.Decider{Adviser: advice.New(searcher, advice.Options{Beavers: true})}
}

func ubgi(t testing.TB) *protocol.UBGI {
	return &protocol.UBGI{Decider: deciderOf(t, enginetest.RandomStatic(t, 8, 5), 0), Jacoby: true, Version: "test"}
}

func socket(t testing.TB, static *engine.Static) *protocol.Socket {
	var deciders [5]*protocol.Decider
	for plies := range deciders {
		deciders[plies] = deciderOf(t, static, plies)
	}
	return &protocol.Socket{
		New:    func(plies int) (*protocol.Decider, error) { return deciders[plies], nil },
		Jacoby: true, Version: "test",
	}
}

// questions returns questions of all kinds in positions from games.
func questions(n int) []protocol.Question {
	lengths := []int{0, 1, 3, 5, 7, 11}
	all := make([]protocol.Question, 0, n)
	for i, pos := range enginetest.Positions(n, 21) {
		m := board.NewMatch(lengths[i%len(lengths)])
		m.Jacoby = m.Length == 0
		if m.Length > 1 {
			m.Score = [2]int{i / 7 % m.Length, i / 3 % m.Length}
			m.Crawford = (m.Score[0] == m.Length-1) != (m.Score[1] == m.Length-1) && i%2 == 0
		}
		if i%5 == 1 && !m.Crawford {
			m.Cube, m.Owner = 2<<(i%3), board.Player(i%2)
		}
		switch i % 4 {
		case 0:
			m.Doubled = !m.Crawford && (m.Owner == board.Nobody || m.Owner == m.Roller)
		case 1, 2:
			m.Dice = board.Rolls[i%21]
		}
		if m.Doubled {
			m.Turn = m.Roller.Opponent()
		}
		all = append(all, protocol.Question{Position: pos, Match: m, Beavers: m.Length == 0})
	}
	return all
}
