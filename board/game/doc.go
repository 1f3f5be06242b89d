// Package game implements the rules of games and matches with the doubling
// cube: who may double, take, beaver and resign, which game is the Crawford
// game, how many points a game is worth, and when a match is over. It is the
// only place for these rules. Checker play is in package board.
//
// A [State] is the current game. Its methods apply one action each and return
// an error if the action is illegal:
//
//	s := game.New(game.Rules{Length: 5, Crawford: true})
//	for s.Thrown = true; !s.Over(); {
//		if err := s.Throw(dice); err != nil { … }
//		plays := board.Plays(s.Position, s.Match.Dice)
//		…
//		s.Play(plays[best].Result)
//	}
//	s.NextGame()
//
// The rules are those of GNU Backgammon 1.07, verified by experiments with it;
// docs/rules.md lists them.
package game
