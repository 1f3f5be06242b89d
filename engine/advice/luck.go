package advice

import (
	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
)

// Opening says what the dice settle at the first roll of a game.
type Opening uint8

// The kinds of rolls.
const (
	NotOpening  Opening = iota // any later roll, or the first from a position other than the start
	BeginsFixed                // no double; who begins is settled otherwise
	BeginsDice                 // no double; the higher die begins, so that half the throws are the opponent's
)

// Luck tells the luck of rolls, without looking ahead. It serves one goroutine.
type Luck struct {
	static     *engine.Full
	quick      bool
	efficiency cube.Efficiency
	rolls      Rolls

	other  *cube.Stakes // of who is on roll after the play; nil without a cube
	score  engine.Score
	asked  [1]board.Position
	answer [1]engine.Probabilities
}

// NewLuck returns the luck by an evaluator, which nobody else uses meanwhile; quick
// is its precision. A nil efficiency is the default.
func NewLuck(evaluator engine.Evaluator, quick bool, efficiency *cube.Efficiency) *Luck {
	l := &Luck{static: engine.NewFull(evaluator), quick: quick, efficiency: cube.DefaultEfficiency()}
	if efficiency != nil {
		l.efficiency = *efficiency
	}
	l.score = func(pos *board.Position, p *engine.Probabilities) float32 { return float32(l.left(pos, p)) }
	return l
}

// Of returns the luck of a roll for the player on roll, in the unit of that
// player's stakes, or in cubeless points if they are nil.
func (l *Luck) Of(pos *board.Position, roll board.Roll, stakes *cube.Stakes, opening Opening) float64 {
	if roll.Double() {
		opening = NotOpening // by rules of one's own
	}
	own, mean := l.values(pos, roll, stakes, opening != NotOpening)
	if opening == BeginsDice {
		swapped := pos.Swap()
		var others *cube.Stakes
		if stakes != nil {
			others = stakes.Swap()
		}
		_, theirs := l.values(&swapped, roll, others, true)
		mean = (mean + flip(others, theirs)) / 2
	}
	return own - mean
}

// flip returns a value as the opponent of the player with the stakes sees it.
func flip(stakes *cube.Stakes, value float64) float64 {
	if stakes == nil {
		return -value
	}
	return stakes.Flip(value)
}

// values returns what the position is worth to the player on roll after the roll,
// and the mean over all rolls, or over those that are no doubles.
func (l *Luck) values(pos *board.Position, roll board.Roll, stakes *cube.Stakes, noDoubles bool) (own, mean float64) {
	score := engine.Score(nil)
	if l.other = nil; stakes != nil {
		l.other, score = stakes.Swap(), l.score
	}
	l.rolls.Find(l.static, pos, l.quick, score)
	var sum, ways, passed float64
	known := false // of passed
	for i, r := range board.Rolls {
		if noDoubles && r.Double() {
			continue
		}
		value := passed
		switch {
		case l.rolls.Choices[i] >= 0:
			p := l.rolls.Chances[i].Swap()
			value = l.after(&l.rolls.Plays[l.rolls.Choices[i]].Result, &p)
		case !known:
			l.asked[0] = pos.Swap()
			l.static.Evaluate(l.answer[:], l.asked[:])
			value = l.after(&l.asked[0], &l.answer[0])
			passed, known = value, true
		}
		n := float64(r.Ways())
		sum, ways = sum+n*value, ways+n
		if r == roll || r == (board.Roll{roll[1], roll[0]}) {
			own = value
		}
	}
	return own, sum / ways
}

// after returns what a position is worth to who has played, if the other one, who
// is on roll, has the chances p.
func (l *Luck) after(pos *board.Position, p *engine.Probabilities) float64 {
	if l.other == nil {
		return -float64(p.Equity())
	}
	return l.other.Flip(l.left(pos, p))
}

// left returns what a position is worth to the player on roll, who may double and
// has the chances p.
func (l *Luck) left(pos *board.Position, p *engine.Probabilities) float64 {
	leaf := l.efficiency.Leaf(pos, l.static.ClassOf(pos), p, l.static.Databases())
	return l.other.Value(&leaf)
}
