package board

import "fmt"

// Player is one of the two players of a game, by gnubg's numbers: player 0 has
// the O checkers and sits at the top of a drawn board, player 1 has the X
// checkers and sits at the bottom.
type Player int8

// The players, and who owns a cube that lies in the middle.
const (
	Nobody  Player = -1
	PlayerO Player = 0
	PlayerX Player = 1
)

// Opponent returns the other player, Nobody for Nobody.
func (p Player) Opponent() Player {
	if p == Nobody {
		return Nobody
	}
	return 1 - p
}

// String returns the letter of the player's checkers, - for Nobody.
func (p Player) String() string {
	switch p {
	case Nobody:
		return "-"
	case PlayerO:
		return "O"
	case PlayerX:
		return "X"
	}
	return fmt.Sprintf("Player(%d)", int8(p))
}

// GameState says how far a game has come.
type GameState uint8

// The states of a game, by the numbers that a match ID gives them.
const (
	NoGame   GameState = iota
	Playing            // the game goes on
	Over               // somebody has borne off every checker
	Resigned           // a resignation was accepted
	Dropped            // a double was refused
)

// Limits of what a [Match] can say.
const (
	MaxMatchLength = 64      // points; gnubg refuses longer matches
	MaxCube        = 1 << 15 // the largest cube that fits a match ID
	maxScore       = 1<<15 - 1
)

// Match is everything about a game that the checkers do not tell: the score,
// the cube, whose turn it is and what the dice show. Unlike a [Position] it is
// seen by nobody: players go by their numbers. Start from [NewMatch].
type Match struct {
	Length   int       // points to win, 0 in a money game
	Score    [2]int    // points won, by [Player]
	Cube     int       // the value that the cube shows: 1, 2, 4 …
	Owner    Player    // of the cube, Nobody while it is in the middle
	Roller   Player    // on roll, or who has rolled, or who doubled first
	Turn     Player    // who must decide: not the Roller when a double is offered
	State    GameState // how far the game has come
	Crawford bool      // this is the Crawford game
	Jacoby   bool      // the Jacoby rule holds; it means nothing in a match
	Doubled  bool      // Turn must answer a double to twice the Cube
	Resigns  int       // offered by the Roller: 0 nothing, 1 single, 2 gammon, 3 backgammon
	Dice     Roll      // the zero Roll before they are thrown
}

// NewMatch returns the state at the beginning of a match of the given length,
// or of a money game with the Jacoby rule if the length is 0: X is on roll and
// the cube in the middle.
func NewMatch(length int) Match {
	return Match{
		Length: length,
		Cube:   1,
		Owner:  Nobody,
		Roller: PlayerX,
		Turn:   PlayerX,
		State:  Playing,
		Jacoby: length == 0,
	}
}

// Validate reports the first field that cannot be so.
func (m *Match) Validate() error {
	switch {
	case m.Length < 0 || m.Length > MaxMatchLength:
		return fmt.Errorf("board: match length %d, want 0 (money) to %d", m.Length, MaxMatchLength)
	case m.Crawford && m.Length == 0:
		return fmt.Errorf("board: the Crawford game of a money session")
	case m.Cube < 1 || m.Cube > MaxCube || m.Cube&(m.Cube-1) != 0:
		return fmt.Errorf("board: cube at %d, want a power of 2 from 1 to %d", m.Cube, MaxCube)
	case m.Owner < Nobody || m.Owner > PlayerX:
		return fmt.Errorf("board: cube owned by %v", m.Owner)
	case !m.Roller.plays() || !m.Turn.plays():
		return fmt.Errorf("board: %v is on roll and %v to decide, want players", m.Roller, m.Turn)
	case m.State > Dropped:
		return fmt.Errorf("board: game state %d, want 0 to %d", m.State, Dropped)
	case m.Resigns < 0 || m.Resigns > 3:
		return fmt.Errorf("board: resignation of %d, want 0 to 3", m.Resigns)
	case m.Dice != Roll{} && !m.Dice.Valid():
		return fmt.Errorf("board: dice %d and %d, want 1 to 6 or none", m.Dice[0], m.Dice[1])
	}
	return m.validateScore()
}

func (m *Match) validateScore() error {
	for p, score := range m.Score {
		limit := maxScore
		if m.Length > 0 {
			limit = m.Length
		}
		if score < 0 || score > limit {
			return fmt.Errorf("board: %v has a score of %d, want 0 to %d", Player(p), score, limit)
		}
	}
	return nil
}

func (p Player) plays() bool { return p == PlayerO || p == PlayerX }
