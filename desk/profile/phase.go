package profile

import (
	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/analysis"
)

// openingRolls is the number of rolls of the opening, three of each player, in a game
// from the starting position.
const openingRolls = 6

// decision is a counted decision with its data.
type decision struct {
	*analysis.Decision
	class engine.Class
	rolls int // rolls of the game before this decision; openingRolls or more if the game began with another position
}

// counts reports whether a decision counts.
func counts(d *analysis.Decision) bool {
	if d.Kind == analysis.Play {
		return d.Played != nil && d.Legal > 1
	}
	return !d.Open && (d.Kind == analysis.Answer || d.DoubledOrTaken || d.Close)
}

// sides returns the checkers of the player who decides and those of the opponent.
func (d *decision) sides() (own, other *board.Side) {
	if d.Kind == analysis.Answer {
		return &d.Position.Opp, &d.Position.Own
	}
	return &d.Position.Own, &d.Position.Opp
}

// phases are the phases of a game. Each decision belongs to one.
var phases = table{
	key: "phase", title: "By phase of the game",
	rows: []row{
		{"opening", "opening: the first 3 rolls of each player"},
		{"contact", "contact"},
		{"crashed", "contact, one side is crashed"},
		{"race", "race"},
		{"bearoff", "race, the player bears off"},
	},
	of: func(d *decision) []int {
		own, _ := d.sides()
		switch {
		case d.rolls < openingRolls:
			return []int{0}
		case d.class == engine.Contact:
			return []int{1}
		case d.class == engine.Crashed:
			return []int{2}
		case own.Rearmost() > homePoints:
			return []int{3}
		}
		return []int{4}
	},
}

// homePoints is the number of points of a home board.
const homePoints = 6

// kinds are the kinds of positions. A position may be of several
// kinds or of none.
var kinds = table{
	key: "kind", title: "By kind of position (a position may be of several)",
	rows: []row{
		{string(board.Backgame), "back game: a side has two anchors"},
		{string(board.Prime), "prime: five points, a checker behind them"},
		{string(board.Straggler), "straggler: the only one behind a prime"},
		{string(board.Stuck), "stuck: a side has five checkers back"},
		{string(board.LateHit), "late hit: checkers are off, one is back"},
		{string(board.PrimeVsPrime), "prime against prime: each side has one"},
		{string(board.Opening), "opening: few checkers have left the start"},
		{string(board.Blitz), "blitz: attack on a side on the bar"},
		{string(board.Holding), "holding game: an anchor on the 4, 5 or bar point"},
		{string(board.MutualHolding), "mutual holding game: both sides have one"},
		{string(board.AcePoint), "ace-point game"},
		{string(board.DeucePoint), "deuce-point game"},
		{string(board.MassiveBackgame), "massive back game: seven checkers back"},
		{string(board.Snake), "snake: ten checkers behind, one to contain"},
		{string(board.Containment), "containment: one or two checkers hit late"},
		{string(board.BearInContact), "bearing in against contact"},
		{string(board.BearOffContact), "bearing off against contact"},
		{string(board.CrashedBoard), "crashed board: six checkers on low points"},
		{string(board.ShortRace), "short race, 30 pips or fewer"},
		{string(board.MediumRace), "race of 31 to 62 pips"},
		{string(board.LongRace), "long race, more than 62 pips"},
	},
	of: func(d *decision) (all []int) {
		for i, k := range board.Kinds() {
			if k.Of(&d.Position) {
				all = append(all, i)
			}
		}
		return all
	},
}

// choices are the kinds of decisions, by the player's action.
var choices = table{
	key: "decision", title: "By decision",
	rows: []row{
		{"play", "checker play"}, {"no_double", "no double"}, {"double", "double"}, {"take", "take"}, {"pass", "pass"},
	},
	of: func(d *decision) []int {
		switch {
		case d.Kind == analysis.Play:
			return []int{0}
		case d.Kind == analysis.Double && !d.DoubledOrTaken:
			return []int{1}
		case d.Kind == analysis.Double:
			return []int{2}
		case d.DoubledOrTaken:
			return []int{3}
		}
		return []int{4}
	},
}
