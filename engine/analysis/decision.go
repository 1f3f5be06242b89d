package analysis

import (
	"encoding/json"

	"gammonlab/board"
	"gammonlab/board/record"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
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

// Decision is a decision of a player with its evaluation. Plays have a Luck,
// and Moves if there was a legal play; other decisions have a Cube.
type Decision struct {
	Game     int            // number in the record, from 1
	Move     int            // number of the line in a .mat file
	Kind     Kind           // kind of decision
	Player   board.Player   // player who decides
	Position board.Position // from the point of view of Match.Roller
	Match    board.Match    // with the dice of a play, with the double of an answer
	Error    Amount         // cost of the decision
	Mark     Mark
	Moves    *Moves
	Cube     *Cube
	Luck     *Luck

	// Recorded is the evaluation in the record, nil if there is none.
	Recorded *Recorded
}

// Candidate is a play with its evaluation for the player who makes it.
type Candidate = advice.Candidate

// Moves has the candidates for a roll.
type Moves struct {
	Legal  int         // number of legal plays
	Played int         // index in List of the play made
	Rank   int         // rank of the play made among all plays, from 1
	Spread float64     // normalised equity of the best play minus that of the worst
	List   []Candidate // best first
}

// forced reports whether there was only one play.
func (m *Moves) forced() bool { return m.Legal == 1 }

// Cube is a cube decision. Its values are those of the player who may double,
// also for answers.
type Cube struct {
	Probabilities  engine.Probabilities // of the player who may double
	Decision       cube.Decision        // correct cube action
	DoubledOrTaken bool                 // the player doubled, or for an answer the opponent took or beavered
	Beavered       bool                 // the answer is a beaver
	Close          bool                 // the decision to double is close
	Fault          advice.Fault
	Plies          int
}

// Luck is the value of the roll minus the mean over all rolls.
type Luck struct {
	Amount
	Mark LuckMark `json:"mark"`
}

// Text describes the decision made, such as "24/18 13/11", "double" or "pass".
func (d *Decision) Text() string {
	switch {
	case d.Kind == Play && d.Moves == nil:
		return "no play"
	case d.Kind == Play:
		return board.FormatPlay(d.Position, d.Moves.List[d.Moves.Played].Play)
	case d.Kind == Double:
		return d.Cube.verb(advice.DoubleText(d.Cube.DoubledOrTaken))
	}
	return advice.AnswerText(d.Cube.answer())
}

// answer returns the answer to a double.
func (c *Cube) answer() record.Kind {
	if c.Beavered {
		return record.Beaver
	}
	return advice.TakeOrDrop(c.DoubledOrTaken)
}

// answers returns the equities of the answers to a double. Records rarely say whether
// beavers are allowed, so a beaver is an alternative only to a beaver.
func (c *Cube) answers() advice.Answers {
	return advice.WeighAnswers(&c.Decision.Equities, false, c.Beavered)
}

// Best returns the correct decision in words.
func (d *Decision) Best() string {
	switch {
	case d.Kind == Double:
		return d.Cube.Decision.String()
	case d.Kind == Answer:
		answers := d.Cube.answers()
		return advice.AnswerText(answers.Best())
	case d.Moves == nil:
		return "no play"
	}
	return board.FormatPlay(d.Position, d.Moves.List[0].Play)
}

// verb replaces "double" by "redouble" if the player owns the cube.
func (c *Cube) verb(text string) string {
	switch {
	case !c.Decision.Redouble:
		return text
	case text == "double":
		return "redouble"
	}
	return "no redouble"
}

// XGID returns the position at the decision.
func (d *Decision) XGID() string {
	return board.XGID{Position: d.Position, Match: d.Match, Beavers: d.Match.Length == 0, MaxCube: 1024}.String()
}

// The structs below are the JSON forms of decisions.

type decisionJSON struct {
	Game       int          `json:"game"`
	Move       int          `json:"move"`
	Player     board.Player `json:"player"`
	Kind       Kind         `json:"kind"`
	PositionID string       `json:"position_id"`
	MatchID    string       `json:"match_id"`
	XGID       string       `json:"xgid"`
	Dice       string       `json:"dice,omitempty"`
	Made       string       `json:"made"`
	Best       string       `json:"best"`
	Error      Amount       `json:"error"`
	Mark       Mark         `json:"mark"`
	Moves      *movesJSON   `json:"moves,omitempty"`
	Cube       *cubeJSON    `json:"cube,omitempty"`
	Luck       *Luck        `json:"luck,omitempty"`
	Recorded   *Recorded    `json:"recorded,omitempty"`
}

// JSONSchemaAlias returns the JSON form for schemas.
func (Decision) JSONSchemaAlias() any { return decisionJSON{} }

// MarshalJSON encodes the board as IDs and the decision in words and numbers.
func (d *Decision) MarshalJSON() ([]byte, error) {
	j := decisionJSON{
		d.Game, d.Move, d.Player, d.Kind, d.Position.ID(), d.Match.ID(), d.XGID(), "",
		d.Text(), d.Best(), d.Error, d.Mark, nil, nil, d.Luck, d.Recorded,
	}
	if d.Match.Dice.Valid() {
		j.Dice = d.Match.Dice.String()
	}
	if d.Moves != nil {
		j.Moves = newMovesJSON(d)
	}
	if d.Cube != nil {
		j.Cube = newCubeJSON(d)
	}
	return json.Marshal(j)
}

type movesJSON struct {
	Legal  int                 `json:"legal"`
	Played int                 `json:"played"`
	Rank   int                 `json:"rank"` // of the play made, from 1
	Spread float64             `json:"spread"`
	List   []advice.RankedPlay `json:"list"`
}

func newMovesJSON(d *Decision) *movesJSON {
	m := d.Moves
	return &movesJSON{m.Legal, m.Played, m.Rank, m.Spread, advice.RankedPlays(&d.Position, m.List, true, d.Match.Length > 0)}
}

// cubeJSON is the JSON form of a cube decision.
type cubeJSON struct {
	advice.DoublingRecord
	Turned bool         `json:"turned"` // the player doubled, or the opponent took or beavered
	Close  bool         `json:"close"`
	Fault  advice.Fault `json:"fault"`
	Plies  int          `json:"plies"`
}

func newCubeJSON(d *Decision) *cubeJSON {
	c := d.Cube
	doubling := advice.Doubling{Decision: c.Decision, Chances: c.Probabilities}
	return &cubeJSON{doubling.Record(true, d.Match.Length > 0), c.DoubledOrTaken, c.Close, c.Fault, c.Plies}
}
