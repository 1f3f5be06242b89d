package analysis

import (
	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/engine/advice"
	"gammonlab/engine/reason"
)

// Amount is an error or luck, in the units of the package comment.
type Amount = advice.Amount

// Kind is the kind of a decision.
type Kind uint8

// The kinds of decisions.
const (
	Play   Kind = iota // the play of a roll
	Double             // whether to double or to roll
	Answer             // whether to take or to pass a double
)

// String returns the name: play, double or answer.
func (k Kind) String() string { return [...]string{"play", "double", "answer"}[k] }

// MarshalText returns the name of the kind.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// Decision is a decision of a player with its evaluation. Plays have a Luck, and
// a Played if a play was made; other decisions have a Verdict and a Cube,
// whose values are those of the player who may double, also for answers.
type Decision struct {
	Game            int          `json:"game"` // number in the record, from 1
	Move            int          `json:"move"` // number of the line in a .mat file
	Player          board.Player `json:"player"`
	Kind            Kind         `json:"kind"`
	advice.Decision              // the values, as in a hint; the position is from the point of view of Match.Roller
	MatchID         string       `json:"match_id"`
	XGID            string       `json:"xgid"`
	Open            bool         `json:"open,omitempty"` // the record ends before the decision, which costs nothing and is not counted
	Made            string       `json:"made"`           // the decision, such as "24/18 13/11", "double" or "pass"; "" if it is open
	Best            string       `json:"best"`           // the correct decision
	Error           Amount       `json:"error"`          // cost of the decision
	Mark            Mark         `json:"mark"`
	Reason          string       `json:"reason,omitempty"` // why the best choice is better, in words; "" if no quantity explains it
	*Played
	*Cube
	Luck     *Luck      `json:"luck,omitempty"`
	Rollout  *RolledOut `json:"rollout,omitempty"`  // nil if the decision was not rolled out
	Recorded *Recorded  `json:"recorded,omitempty"` // evaluation in the record, nil if there is none

	Match board.Match `json:"-"` // with the dice of a play, with the double of an answer
}

// Played is the play of a roll that was made.
type Played struct {
	Legal  int     `json:"legal"`  // number of legal plays
	Index  int     `json:"played"` // of the play made, among the moves of the decision
	Rank   int     `json:"rank"`   // of the play made among all plays, from 1
	Spread float64 `json:"spread"` // normalised equity of the best play minus that of the worst
}

// forced reports whether there was only one play.
func (p *Played) forced() bool { return p.Legal == 1 }

// Cube is the decision on the cube that was made.
type Cube struct {
	DoubledOrTaken bool         `json:"turned"` // the player doubled, or for an answer the opponent took or beavered
	Beavered       bool         `json:"-"`      // the answer is a beaver
	Close          bool         `json:"close"`  // the decision to double is close
	Fault          advice.Fault `json:"fault"`

	// MarketLosers is the share of the next exchanges of rolls after which the opponent would have to
	// pass, see [advice.Adviser.MarketLosers]; nil but for a wrong decision to double or not.
	MarketLosers *float64 `json:"market_losers,omitempty" unit:"share"`
}

// Luck is the value of the roll minus the mean over all rolls.
type Luck struct {
	Amount
	Mark LuckMark `json:"mark"`
}

// name sets the decision made and the correct one in words.
func (d *Decision) name() {
	switch {
	case d.Kind == Double:
		d.Made, d.Best = d.verb(advice.DoubleText(d.DoubledOrTaken)), d.Action
	case d.Kind == Answer:
		answers := d.answers()
		d.Made, d.Best = d.answer().String(), answers.Best().String()
	default:
		d.Best = d.Decision.Best()
		if d.Made = d.Best; d.Played != nil {
			d.Made = d.Moves[d.Index].Move
		}
	}
	if d.Open {
		d.Made = ""
	}
	d.Reason = d.why()
}

// why returns the reason for which the decision is an error, in words; "" if it is none.
func (d *Decision) why() string {
	if d.Open || d.Error.Equity <= 0 {
		return ""
	}
	var r reason.Reason
	if d.Played != nil {
		r = reason.OfPlay(&d.Position, d.At, &d.Moves[0], &d.Moves[d.Index])
	} else if d.Cube != nil {
		r = reason.OfCube(d.Verdict, d.At, d.Fault, d.MarketLosers)
	}
	return r.String()
}

// answer returns the answer to a double.
func (c *Cube) answer() game.Answer {
	if c.Beavered {
		return game.Beaver
	}
	return game.TakeOrDrop(c.DoubledOrTaken)
}

// answers returns the equities of the answers to a double. Records rarely say whether
// beavers are allowed, so a beaver is an alternative only to a beaver.
func (d *Decision) answers() advice.Answers {
	return advice.WeighAnswers(&d.Verdict.Alternatives, false, d.Beavered)
}

// verb replaces "double" by "redouble" if the player owns the cube.
func (d *Decision) verb(text string) string {
	switch {
	case !d.Redouble:
		return text
	case text == "double":
		return "redouble"
	}
	return "no redouble"
}
