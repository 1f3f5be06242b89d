// Package gametest plays random games by the rules of package game, for tests
// that compare another implementation with it.
//
// Not for other modules.
package gametest

import (
	"math/rand/v2"

	"gammonlab/board"
	"gammonlab/board/game"
)

// Kind is the kind of an [Action].
type Kind uint8

// The kinds of actions.
const (
	Throw  Kind = iota // Roll
	Move               // plays the roll, or passes where there is no play
	Double             // offers a double; the kinds of answers follow
	Take
	Drop
	Beaver
	Resign // of Value times the cube; the opponent accepts
)

// Action is one action of a player.
type Action struct {
	Kind   Kind
	Player board.Player
	Roll   board.Roll // of Throw and Move
	Play   board.Play // of Move, if there is one
	Passed bool       // there is no play
	Value  int        // of Resign, 1 to 3
}

// Walk takes random legal actions in games of random matches and sessions of
// hypergammon and backgammon. For each action it calls see with the game before
// and after it. It returns at the end of the first match or session after the
// given number of actions. Equal sources give equal walks.
func Walk(source rand.Source, actions int, see func(before *game.State, a *Action, after *game.State)) {
	w := walker{rng: rand.New(source), dice: board.NewDice(source), see: see}
	for w.actions < actions {
		w.match()
	}
}

type walker struct {
	rng     *rand.Rand
	dice    board.Dice
	gen     board.Generator
	see     func(before *game.State, a *Action, after *game.State)
	actions int
}

// RandomRules returns rules of a match to at most 9 points, or of a money session.
func RandomRules(rng *rand.Rand) game.Rules {
	r := game.Rules{Variant: board.Hypergammon3, NoCube: rng.IntN(10) == 0}
	if rng.IntN(20) == 0 {
		r.Variant = board.Backgammon
	}
	if rng.IntN(3) > 0 {
		r.Length, r.Crawford = 1+rng.IntN(9), true
		return r
	}
	r.Jacoby, r.Beavers = rng.IntN(2) == 0, rng.IntN(4)
	return r
}

// match plays a match, or some games of a session.
func (w *walker) match() {
	s := game.New(RandomRules(w.rng))
	if s.Length > 0 && w.rng.IntN(2) == 0 { // starts at a later score
		s.Match.Score = [2]int{w.rng.IntN(s.Length), w.rng.IntN(s.Length)}
		s.CrawfordOver = game.OneAway(s.Length, s.Match.Score) && w.rng.IntN(3) == 0
		s.NextGame()
	}
	for games := 0; games < 3 && !s.MatchOver(); games++ {
		s.Thrown = w.rng.IntN(2) == 0
		if s.Length == 0 && w.rng.IntN(5) == 0 {
			s.Match.Cube = 1 << w.rng.IntN(16) // automatic doubles, or nearly the largest cube
			s.Match.Score = [2]int{}
		}
		for !s.Over() {
			w.act(&s)
		}
		if s.Length == 0 && s.Match.Score[s.Leader()] > 1<<14 {
			return // larger scores do not fit into match IDs
		}
		s.NextGame()
	}
}

// act performs an action.
func (w *walker) act(s *game.State) {
	before := *s
	a := Action{Kind: w.choose(s), Player: s.Match.Turn, Roll: s.Match.Dice}
	var err error
	switch a.Kind {
	case Throw:
		err = s.Throw(w.dice)
		a.Player, a.Roll = s.Match.Roller, s.Match.Dice
	case Move:
		result := w.play(s, &a)
		s.Play(result)
	case Double:
		err = s.Double()
	case Take:
		err = s.Take()
	case Drop:
		err = s.Drop()
	case Beaver:
		err = s.Beaver()
	case Resign:
		a.Value = 1 + w.rng.IntN(3)
		err = s.Resign(a.Player, a.Value)
	}
	if err != nil {
		panic(err) // the action is legal
	}
	w.actions++
	w.see(&before, &a, s)
}

// choose draws an action for the player whose turn it is.
func (w *walker) choose(s *game.State) Kind {
	m := &s.Match
	switch n := w.rng.IntN(100); {
	case n == 0 && !s.Opening:
		return Resign
	case m.Doubled && n < 40 && s.MayBeaver() == nil:
		return Beaver
	case m.Doubled && n < 85:
		return Take
	case m.Doubled:
		return Drop
	case m.Dice != board.Roll{}:
		return Move
	case n < 30 && s.MayDouble() == nil:
		return Double
	}
	return Throw
}

// play draws a legal play of the dice.
func (w *walker) play(s *game.State, a *Action) board.Position {
	plays := w.gen.Plays(&s.Position, s.Match.Dice)
	if len(plays) == 0 {
		a.Passed = true
		return s.Position.Swap()
	}
	a.Play = plays[w.rng.IntN(len(plays))]
	return a.Play.Result
}
