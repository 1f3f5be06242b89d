package evalbench

import (
	"math"
	"slices"
	"sync/atomic"
	"testing"

	"gammonlab/engine/named"

	"gammonlab/engine"
	"gammonlab/engine/player"
)

// TestPieces compares a match with the same match in parts, for any number of
// workers.
func TestPieces(t *testing.T) {
	for _, unpaired := range []bool{false, true} {
		var whole, pieces []int
		m := Match{A: named.Player{Player: player.Pubeval{}}, B: named.Player{Player: poorRacer}, Games: 60, Conditions: Conditions{Seed: 3}, Workers: 2, Unpaired: unpaired}
		m.Observers = []Observer{OnItem(func(i *Item) error { whole = append(whole, i.Points()...); return nil })}
		all := run(t, m)
		wins := 0
		for i, games := range []int{6, 40, 14} {
			first := len(pieces) / m.gamesPerItem()
			m.First, m.Games, m.Workers = first, games, i+1
			m.Observers = []Observer{OnItem(func(i *Item) error {
				if i.Number != len(pieces)/m.gamesPerItem() {
					t.Errorf("item %d after %d games", i.Number, len(pieces))
				}
				pieces = append(pieces, i.Points()...)
				return nil
			})}
			wins += run(t, m).A.Wins
		}
		if !slices.Equal(whole, pieces) || wins != all.A.Wins || len(whole) != 60 {
			t.Errorf("unpaired %t: as a whole\n%v, in pieces\n%v", unpaired, whole, pieces)
		}
	}
}

// TestWinShare checks the share of wins against the counts of games, and its
// interval against that of games of their own.
func TestWinShare(t *testing.T) {
	for _, unpaired := range []bool{false, true} {
		r := run(t, Match{A: named.Player{Player: player.Pubeval{}}, B: named.Player{Player: poorRacer}, Games: 400, Conditions: Conditions{Seed: 1}, Unpaired: unpaired})
		share := r.WinShare()
		want := float64(r.A.Wins) / 400
		if math.Abs(share.Center-want) > 1e-12 || !share.Contains(want) {
			t.Errorf("unpaired %t: share %+v, want %.4f", unpaired, share, want)
		}
		free := 1.96 * math.Sqrt(want*(1-want)/400)
		if unpaired != (math.Abs(share.Margin()/free-1) < 0.01) || !unpaired && share.Margin() > 0.8*free {
			t.Errorf("unpaired %t: ± %.4f, that of 400 coins is ± %.4f", unpaired, share.Margin(), free)
		}
		if s := r.Superiority(); s < 0.5 || s > 1 {
			t.Errorf("superiority %.3f of who leads by %.3f", s, r.PPG().Center)
		}
	}
	r := run(t, Match{A: named.Player{Player: first}, B: named.Player{Player: first}, Games: 100, MaxPlies: 3})
	if share := r.WinShare(); share.Center != 0.5 || r.PairWins[2] != 50 || r.Superiority() != 0.5 {
		t.Errorf("games given up: %+v, want half wins", share)
	}
}

// closing counts players and those of them that were closed.
type closing struct {
	player.Pubeval
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

// TestPlayersAreClosed plays with players that keep something running.
func TestPlayersAreClosed(t *testing.T) {
	c := closing{made: new(atomic.Int64), closed: new(atomic.Int64)}
	run(t, Match{A: named.Player{Player: c}, B: named.Player{Player: c}, Games: 40, Workers: 3})
	if c.made.Load() != 6 || c.closed.Load() != 6 {
		t.Errorf("%d players for three workers, %d closed, want 6 of 6", c.made.Load(), c.closed.Load())
	}
}
