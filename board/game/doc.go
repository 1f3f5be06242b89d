// Package game is the rules of games and matches with the doubling cube, in the
// one place that has them: who may double, take, beaver and resign, which game is
// the Crawford game, what a game won is worth, when a match is over. Checker play
// is in package board.
//
// A [State] is the current game; its methods take it on, action by action, and
// refuse what is against the rules:
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
// The rules are those of GNU Backgammon 1.07, tried there; docs/rules.md lists
// them.
package game
