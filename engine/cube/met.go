package cube

import (
	"encoding/binary"
	"math"

	"gammonlab/board"
	"gammonlab/internal/digest"
)

// maxAway is the maximal number of points that a side can need.
const maxAway = board.MaxMatchLength

// MET is a match equity table: the match-winning chances between games, for up
// to 64 points needed. It is read-only. Tables are symmetric unless they were
// made for players of different strength.
type MET struct {
	name        string
	description string
	native      int // the entries up to this number of points needed are the author's

	// pre[i][j] is player O's chance when O needs i+1 points and X needs j+1, and
	// the Crawford game is not over.
	pre [maxAway][maxAway]float64
	// post[p][k] is the chance of player p, who needs k+1 points while the opponent
	// needs 1, after the Crawford game.
	post [2][maxAway]float64
}

// Name returns the table's name.
func (m *MET) Name() string { return m.name }

// Digest returns a digest of the entries, rounded to nine decimals.
func (m *MET) Digest() string {
	sum := digest.New()
	add := func(row []float64) {
		for _, chance := range row {
			var b [8]byte
			binary.LittleEndian.PutUint64(b[:], uint64(math.Round(chance*1e9)))
			sum.Write(b[:])
		}
	}
	for i := range m.pre {
		add(m.pre[i][:])
	}
	for p := range m.post {
		add(m.post[p][:])
	}
	return sum.String()
}

// Description returns the source of the table.
func (m *MET) Description() string { return m.description }

// Native returns the number of points needed up to which the entries are the
// author's; entries beyond are extrapolated.
func (m *MET) Native() int { return m.native }

// PreCrawford returns the match-winning chance of a player who needs own points
// against an opponent who needs opp, before the game; the Crawford game is not
// over. Both numbers must be from 1 to 64.
func (m *MET) PreCrawford(p board.Player, own, opp int) float64 {
	if p == board.PlayerO {
		return m.pre[own-1][opp-1]
	}
	return 1 - m.pre[opp-1][own-1]
}

// PostCrawford returns the match-winning chance of a player who needs own
// points while the opponent needs one, after the Crawford game. own must be
// from 1 to 64.
func (m *MET) PostCrawford(p board.Player, own int) float64 { return m.post[p][own-1] }

// between returns the match-winning chance of the player before the next game;
// post reports whether the Crawford game is over or was the last game. A player
// who needs no more points has won.
func (m *MET) between(p board.Player, own, opp int, post bool) float64 {
	switch {
	case own <= 0:
		return 1
	case opp <= 0:
		return 0
	case !post:
		return m.PreCrawford(p, own, opp)
	case own == 1:
		return 1 - m.PostCrawford(p.Opponent(), opp)
	}
	return m.PostCrawford(p, own)
}

// After returns the match-winning chance of the player on roll if the current
// game gives that player the points, or the opponent -points if they are
// negative. The state must be valid and of a match.
func (m *MET) After(s *State, points int) float64 {
	own, opp := s.OwnAway, s.OppAway
	post := s.Crawford || own == 1 || opp == 1
	if points > 0 {
		own -= points
	} else {
		opp += points
	}
	return m.between(s.Roller, own, opp, post)
}
