package game

import (
	"fmt"

	"gammonlab/board"
)

// Rules are what the players agree on before a match or a money session.
type Rules struct {
	Variant  board.Variant
	Length   int  // points to win the match, 0 in a money session
	NoCube   bool // nobody doubles
	Crawford bool // nobody doubles in the first game in which one player is a point away
	Jacoby   bool // in money sessions gammons count as single games until the cube is turned
	Beavers  int  // in money sessions, how many may answer a double

	// DeadDoubles allows to double where that gains nothing. Nobody may at the
	// table, but records have such doubles, and GNU Backgammon reads them.
	DeadDoubles bool
}

// MaxBeavers is as many as the cube has room for.
const MaxBeavers = 14

// Result is how a game ended.
type Result struct {
	Winner board.Player // Nobody if the game was not finished
	Points int          // won, the cube counted in
}

// State is the current game and the score of its match. It is a plain value: a
// copy remembers how things were. [New] makes one.
type State struct {
	Rules
	Position board.Position // seen by Match.Roller
	Match    board.Match
	Plies    int    // rolls of the game that were played or passed
	Beavered int    // how many beavers have answered the double on offer
	Result   Result // of the game

	Opening bool // the first roll is to be played, from the variant's start: no double
	Thrown  bool // the first roll says who begins: the higher die

	// CrawfordOver says that the Crawford game of the match was played, or that a
	// match taken up later is past it.
	CrawfordOver bool
}

// New returns the first game of a match or session before its first roll, which
// X is to throw.
func New(rules Rules) State {
	s := State{Rules: rules}
	s.NextGame()
	return s
}

// NextGame sets up the next game of the match, at the score as it is, before its
// first roll, which X is to throw. The first game in which exactly one player is
// a point away is the Crawford game.
func (s *State) NextGame() {
	score := s.Match.Score
	s.CrawfordOver = s.CrawfordOver || s.Match.Crawford
	s.Match = board.NewMatch(s.Length)
	s.Match.Score, s.Match.Jacoby = score, s.Jacoby && s.Length == 0
	s.Match.Crawford = s.Crawford && !s.CrawfordOver && OneAway(s.Length, score)
	s.Plies, s.Beavered, s.Result = 0, 0, Result{Winner: board.Nobody}
	s.Position, s.Opening, s.Thrown = s.Variant.Start(), true, false
}

// StartAt begins the game with another position than the variant's, seen by the
// player on roll; the first roll may then be a double.
func (s *State) StartAt(pos board.Position) { s.Position, s.Opening = pos, false }

// OneAway reports whether exactly one player needs a single point of a match of
// more than one: the score of the Crawford game, and of games after it.
func OneAway(length int, score [2]int) bool {
	return length > 1 && (score[0] == length-1) != (score[1] == length-1)
}

// PostCrawford reports whether the Crawford game is behind: a player needs but a
// point of the match, and this is not the Crawford game.
func PostCrawford(m *board.Match) bool {
	return m.Length > 0 && !m.Crawford && (m.Score[0] == m.Length-1 || m.Score[1] == m.Length-1)
}

// Over reports whether the game is over.
func (s *State) Over() bool { return s.Match.State != board.Playing }

// MatchOver reports whether a player has the points that the match goes for. A
// money session is never over.
func (s *State) MatchOver() bool { return s.Match.Length > 0 && s.away(s.Leader()) <= 0 }

// Leader returns who has more points, X if both have the same.
func (s *State) Leader() board.Player {
	if s.Match.Score[board.PlayerO] > s.Match.Score[board.PlayerX] {
		return board.PlayerO
	}
	return board.PlayerX
}

// away returns how many points of the match the player needs.
func (s *State) away(p board.Player) int { return s.Match.Length - s.Match.Score[p] }

// SetRoller puts the player on roll.
func (s *State) SetRoller(p board.Player) {
	if p != s.Match.Roller {
		s.Position = s.Position.Swap()
	}
	s.Match.Roller, s.Match.Turn = p, p
}

// Throw throws the dice for the player on roll. Where the first roll says who
// begins, the first die is that of the player on roll, and the other one comes on
// roll with the same board if it is the lower.
func (s *State) Throw(dice board.Dice) error {
	roll, err := Roll(dice, s.Opening)
	if err != nil {
		return err
	}
	m := &s.Match
	if s.Thrown && roll[0] < roll[1] {
		m.Roller = m.Roller.Opponent()
		m.Turn = m.Roller
	}
	m.Dice = roll
	return nil
}

// Roll throws the dice, as the rules have it for the first roll of a game from
// the opening or for any other one.
func Roll(dice board.Dice, opening bool) (board.Roll, error) {
	if opening {
		return board.OpeningRoll(dice)
	}
	return dice.Roll()
}

// Play ends the turn of the player on roll with the result of a legal play,
// which the opponent sees; Swap of the position where there is none.
func (s *State) Play(result board.Position) {
	m := &s.Match
	player := m.Roller
	s.Position, s.Opening, s.Thrown = result, false, false
	s.Plies++
	m.Dice, m.Roller = board.Roll{}, player.Opponent()
	m.Turn = m.Roller
	if lost := -int(result.Result()); lost > 0 {
		s.end(board.Over, player, s.Points(lost))
	}
}

// Points returns what the game is worth to who wins it as a single game, a gammon
// or a backgammon, 1 to 3.
func (s *State) Points(kind int) int { return s.Counted(kind) * s.Match.Cube }

// Counted returns as what a game won counts: by the Jacoby rule, as a single one
// until the cube is turned.
func (s *State) Counted(kind int) int {
	if m := &s.Match; m.Jacoby && m.Length == 0 && m.Owner == board.Nobody {
		return 1
	}
	return kind
}

// end ends the game and adds to the score.
func (s *State) end(how board.GameState, winner board.Player, points int) {
	s.Match.State, s.Match.Doubled, s.Match.Resigns = how, false, 0
	s.Match.Score[winner] += points
	s.Result = Result{winner, points}
}

// OfferResignation has the player on roll offer to give up a single game, a
// gammon or a backgammon, 1 to 3. The opponent answers by [State.Resign] or
// [State.Decline].
func (s *State) OfferResignation(kind int) {
	s.Match.Resigns, s.Match.Turn = kind, s.Match.Roller.Opponent()
}

// Decline goes on with the game in spite of a resignation.
func (s *State) Decline() { s.Match.Resigns, s.Match.Turn = 0, s.Match.Roller }

// Resign ends the game: the player gives it up, as a single one, a gammon or a
// backgammon, 1 to 3, and the opponent accepts. That many times the cube is
// agreed on, whether gammons count or not; a double on offer is void.
func (s *State) Resign(p board.Player, kind int) error {
	switch {
	case s.Over():
		return errOver
	case kind < 1 || kind > 3:
		return fmt.Errorf("at %d, want 1 (single) to 3 (backgammon)", kind)
	}
	s.Match.Turn = s.Match.Roller
	s.end(board.Resigned, p.Opponent(), kind*s.Match.Cube)
	return nil
}
