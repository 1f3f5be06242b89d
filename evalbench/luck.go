package evalbench

import (
	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/player"
)

// luck tells how lucky rolls are: what the position is worth after the best play
// of the roll less the mean over all rolls. The mean over the dice is 0 whatever
// the evaluator thinks and whatever the players do, so that results less luck
// have the mean of the results; the better the evaluator, the less they vary.
//
// Of each roll it sees the plays that look best at a glance, as rollouts do,
// which makes the luck a little less exact and far cheaper.
type luck struct {
	static     *engine.Static
	efficiency cube.Efficiency
	stakes     stakes
	gen        board.Generator

	plays   []board.Play
	ends    [len(board.Rolls)]int
	choices [len(board.Rolls)]int
	worths  [len(board.Rolls)]engine.Probabilities
	asked   [1]board.Position
	answer  [1]engine.Probabilities

	other *cube.Stakes // of who is on roll after the play; nil without a cube
	score engine.Score
}

// glanced is how many plays of a roll are looked at.
const glanced = 6

func newLuck(static *engine.Static) *luck {
	l := &luck{static: static, efficiency: cube.DefaultEfficiency()}
	l.score = func(pos *board.Position, p *engine.Probabilities) float32 { return float32(l.left(pos, p)) }
	return l
}

// left returns what a position is worth to the player on roll, who has the
// chances p, after the play.
func (l *luck) left(pos *board.Position, p *engine.Probabilities) float64 {
	leaf := l.efficiency.Leaf(pos, l.static.ClassOf(pos), p, l.static.Databases())
	return l.other.Value(&leaf)
}

// of returns the luck of a roll to who has thrown it, in the unit of the stakes,
// or in points if they are nil. The opening roll is no double.
func (l *luck) of(pos *board.Position, roll board.Roll, st *cube.Stakes, opening bool) float64 {
	score := engine.Score(nil)
	if l.other = nil; st != nil {
		l.other, score = st.Swap(), l.score
	}
	l.plays = l.plays[:0]
	for i, r := range board.Rolls {
		l.plays = player.Pubeval{}.Glance(l.plays, pos, l.gen.Plays(pos, r), glanced)
		l.ends[i] = len(l.plays)
	}
	if len(l.plays) == 0 {
		return 0
	}
	l.static.BestOfEach(l.choices[:], l.worths[:], pos, l.plays, l.ends[:], score)
	var sum, ways, own, passed float64
	asked := false
	for i, r := range board.Rolls {
		if opening && r.Double() {
			continue
		}
		value := passed
		switch {
		case l.choices[i] >= 0:
			p := l.worths[i].Swap()
			value = l.value(&l.plays[l.choices[i]].Result, &p, st)
		case !asked:
			l.asked[0] = pos.Swap()
			l.static.Evaluate(l.answer[:], l.asked[:])
			value = l.value(&l.asked[0], &l.answer[0], st)
			passed, asked = value, true
		}
		n := float64(r.Ways())
		sum, ways = sum+n*value, ways+n
		if r == roll || r == (board.Roll{roll[1], roll[0]}) {
			own = value
		}
	}
	return own - sum/ways
}

// value returns what a position is worth to who has played, the other one, on
// roll, having the chances p.
func (l *luck) value(pos *board.Position, p *engine.Probabilities, st *cube.Stakes) float64 {
	if st == nil {
		return -float64(p.Equity())
	}
	return l.other.Flip(l.left(pos, p))
}

// takeLuck takes the luck of a roll off A's result.
func (t *table) takeLuck(side int, roll board.Roll) error {
	var st *cube.Stakes
	scale := 1.0
	if t.match.Form != (Form{}) {
		var err error
		if st, err = t.luck.stakes.of(&t.state); err != nil {
			return err
		}
		scale = float64(t.state.Cube)
		if t.match.Form.Length > 0 {
			scale = 2 // from chances to the difference of won and lost
		}
	}
	if side == sideB {
		scale = -scale
	}
	t.taken += scale * t.luck.of(&t.pos, roll, st, t.opening)
	return nil
}
