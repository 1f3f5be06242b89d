package cube

import (
	"encoding/binary"
	"math"

	"gammonlab/board"
	"gammonlab/internal/digest"
)

// maxAway is how many points a side can need.
const maxAway = board.MaxMatchLength

// MET is a match equity table: the chances to win a match between games, for up
// to 64 points to go. It is read only once made. Tables are symmetric unless
// they are made for players of different strength.
type MET struct {
	name        string
	description string
	native      int // up to how many points to go the entries are the author's

	// pre[i][j] is player O's chance when O needs i+1 points and X needs j+1, and
	// the Crawford game is not over.
	pre [maxAway][maxAway]float64
	// post[p][k] is the chance of player p who needs k+1 points when the other
	// one needs 1, after the Crawford game.
	post [2][maxAway]float64
}

// Name returns the table's name.
func (m *MET) Name() string { return m.name }

// Digest distinguishes tables by their entries, to nine places.
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

// Description says where the table comes from.
func (m *MET) Description() string { return m.description }

// Native returns for how many points to go the entries are those of the table's
// author; those beyond are extrapolated.
func (m *MET) Native() int { return m.native }

// PreCrawford returns the chance of a player who needs own points to win the
// match against an opponent who needs opp, before the game; the Crawford game is
// not over. Both numbers must be from 1 to 64.
func (m *MET) PreCrawford(p board.Player, own, opp int) float64 {
	if p == board.PlayerO {
		return m.pre[own-1][opp-1]
	}
	return 1 - m.pre[opp-1][own-1]
}

// PostCrawford returns the chance of a player who needs own points when the
// opponent needs one, after the Crawford game. The number must be from 1 to 64.
func (m *MET) PostCrawford(p board.Player, own int) float64 { return m.post[p][own-1] }

// between returns the chance of the player when the next game begins; the
// Crawford game is over or was the last one if post says so. Who needs no more
// points has won.
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

// After returns the chance of the player on roll to win the match if the game in
// hand brings that player so many points, the opponent if they are negative.
// The state must be valid and of a match.
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
