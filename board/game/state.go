package game

import (
	"fmt"

	"gammonlab/board"
)

// Rules are the rules of a match or a money session.
type Rules struct {
	Variant  board.Variant
	Length   int  // points to win the match, 0 in a money session
	NoCube   bool // no doubles
	Crawford bool // no doubles in the first game in which one player is 1-away
	Jacoby   bool // in money sessions gammons count as single games until a double is taken
	Beavers  int  // in money sessions, the maximal number of beavers after a double
	MaxCube  int  // the largest value of the cube, a power of 2; 0 for [board.MaxCube]

	// AutoDoubles is, in money sessions, the maximal number of automatic doubles a game: equal
	// dice in the first throw double the cube, which stays centred, and are thrown again.
	AutoDoubles int

	// DeadDoubles allows doubles with a dead cube. They are illegal at the table,
	// but records contain such doubles and GNU Backgammon reads them.
	DeadDoubles bool
}

// MaxAutoDoubles is the number of automatic doubles that the largest cube leaves room for.
const MaxAutoDoubles = 15

// MaxBeavers is the number of beavers that the largest cube leaves room for.
const MaxBeavers = 14

// Result is the result of a game.
type Result struct {
	Winner board.Player // Nobody if the game is not finished
	Points int          // won, multiplied by the cube
}

// State is the current game and the score of its match. It is a plain value: a
// copy keeps an earlier state. [New] returns a State.
type State struct {
	Rules
	Position board.Position // from the point of view of Match.Roller
	Match    board.Match
	Plies    int    // rolls of the game, including those that could not be played
	Beavered int    // number of beavers that have answered the double on offer
	Result   Result // of the game

	Opening bool // the first roll, from the variant's start, has not been played: neither player may double
	Thrown  bool // the first roll decides who begins: the player with the higher die

	// CrawfordOver is set after the Crawford game of the match, and if a match is
	// resumed after it.
	CrawfordOver bool
}

// New returns the first game of a match or session, with X to make the first
// roll.
func New(rules Rules) State {
	s := State{Rules: rules}
	s.NextGame()
	return s
}

// NextGame starts the next game of the match at the present score, with X to
// make the first roll. The first game in which exactly one player is 1-away is
// the Crawford game.
func (s *State) NextGame() {
	score := s.Match.Score
	s.CrawfordOver = s.CrawfordOver || s.Match.Crawford
	s.Match = board.NewMatch(s.Length)
	s.Match.Score, s.Match.Jacoby = score, s.Jacoby && s.Length == 0
	s.Match.Crawford = s.Crawford && !s.CrawfordOver && OneAway(s.Length, score)
	s.Plies, s.Beavered, s.Result = 0, 0, Result{Winner: board.Nobody}
	s.Position, s.Opening, s.Thrown = s.Variant.Start(), true, false
}

// StartAt starts the game from another position than the variant's, from the
// point of view of the player on roll. The first roll may then be a double.
func (s *State) StartAt(pos board.Position) { s.Position, s.Opening = pos, false }

// OneAway reports whether exactly one player needs a single point of a match of
// more than one point. This is the score of the Crawford game and of the games
// after it.
func OneAway(length int, score [2]int) bool {
	return length > 1 && (score[0] == length-1) != (score[1] == length-1)
}

// PostCrawford reports whether the Crawford game has been played: a player is
// 1-away, and this is not the Crawford game.
func PostCrawford(m *board.Match) bool {
	return m.Length > 0 && !m.Crawford && (m.Score[0] == m.Length-1 || m.Score[1] == m.Length-1)
}

// Over reports whether the game is over.
func (s *State) Over() bool { return s.Match.State != board.Playing }

// MatchOver reports whether a player has reached the length of the match. A
// money session is never over.
func (s *State) MatchOver() bool { return s.Match.Length > 0 && s.away(s.Leader()) <= 0 }

// Leader returns the player with more points, X at equal scores.
func (s *State) Leader() board.Player {
	if s.Match.Score[board.PlayerO] > s.Match.Score[board.PlayerX] {
		return board.PlayerO
	}
	return board.PlayerX
}

// away returns the points of the match that the player still needs.
func (s *State) away(p board.Player) int { return s.Match.Length - s.Match.Score[p] }

// SetRoller puts the player on roll.
func (s *State) SetRoller(p board.Player) {
	if p != s.Match.Roller {
		s.Position = s.Position.Swap()
	}
	s.Match.Roller, s.Match.Turn = p, p
}

// Throw rolls the dice for the player on roll. If the first roll decides who
// begins, the first die belongs to the player on roll; if it is the lower one,
// the opponent comes on roll with the same board. Equal dice in the first throw
// are thrown again, after an automatic double if the rules have one.
func (s *State) Throw(dice board.Dice) error {
	roll, err := dice.Roll()
	for ; err == nil && s.Opening && roll.Double(); roll, err = dice.Roll() {
		s.AutoDouble()
	}
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

// Roll rolls the dice; opening selects the rule for the first roll of a game,
// which is never a double.
func Roll(dice board.Dice, opening bool) (board.Roll, error) {
	if opening {
		return board.OpeningRoll(dice)
	}
	return dice.Roll()
}

// Play ends the turn of the player on roll with the result of a legal play,
// from the opponent's point of view. If there is no legal play, result is the
// Swap of the position.
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

// Points returns the points of a game won as a single game, a gammon or a
// backgammon (kind 1 to 3), multiplied by the cube.
func (s *State) Points(kind int) int { return s.Counted(kind) * s.Match.Cube }

// Counted returns the points, before the cube, of a game won as a single game,
// a gammon or a backgammon (kind 1 to 3). By the Jacoby rule every win counts
// as a single game until a double is taken.
func (s *State) Counted(kind int) int {
	if m := &s.Match; m.Jacoby && m.Length == 0 && m.Owner == board.Nobody {
		return 1
	}
	return kind
}

// end ends the game and updates the score.
func (s *State) end(how board.GameState, winner board.Player, points int) {
	s.Match.State, s.Match.Doubled, s.Match.Resigns = how, false, 0
	s.Match.Score[winner] += points
	s.Result = Result{winner, points}
}

// OfferResignation offers to lose a single game, a gammon or a backgammon (kind
// 1 to 3) for the player on roll. The opponent answers by [State.Resign] or
// [State.Decline].
func (s *State) OfferResignation(kind int) {
	s.Match.Resigns, s.Match.Turn = kind, s.Match.Roller.Opponent()
}

// Decline refuses the resignation, and the game continues.
func (s *State) Decline() { s.Match.Resigns, s.Match.Turn = 0, s.Match.Roller }

// Resign ends the game: the player resigns a single game, a gammon or a
// backgammon (kind 1 to 3) and the opponent accepts. The points are kind times
// the cube, even if gammons do not count; a double on offer is void.
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
