package board

import "fmt"

// Player is one of the two players of a game in gnubg's numbering: player 0 has
// the O checkers and sits at the top of a drawn board, player 1 has the X
// checkers and sits at the bottom.
type Player int8

// The players, and the owner of a centred cube.
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

// GameState is the state of a game: being played, or the way it ended.
type GameState uint8

// The states of a game, numbered as in a match ID.
const (
	NoGame   GameState = iota
	Playing            // the game is not over
	Over               // a player has borne off all checkers
	Resigned           // a resignation was accepted
	Dropped            // a double was dropped
)

// Limits of a [Match].
const (
	MaxMatchLength = 64      // points; gnubg refuses longer matches
	MaxCube        = 1 << 15 // the largest cube that fits a match ID
	maxScore       = 1<<15 - 1
)

// Match is the state of a game without the checkers: score, cube, player on
// roll, dice and offers. Unlike a [Position] it has no point of view: players
// are numbered. [NewMatch] returns the initial state.
type Match struct {
	Length   int       // points to win, 0 in a money game
	Score    [2]int    // points won, by [Player]
	Cube     int       // value of the cube: 1, 2, 4 …
	Owner    Player    // of the cube, Nobody while it is in the middle
	Roller   Player    // player on roll, who has rolled, or who doubled first
	Turn     Player    // player who must decide: not the Roller if a double is offered
	State    GameState // state of the game
	Crawford bool      // this is the Crawford game
	Jacoby   bool      // the Jacoby rule is in force; without effect in a match
	Doubled  bool      // Turn must answer a double to 2*Cube
	Resigns  int       // offered by the Roller: 0 none, 1 single, 2 gammon, 3 backgammon
	Dice     Roll      // the zero Roll before the dice are thrown
}

// NewMatch returns the initial state of a match of the given length, or of a
// money game with the Jacoby rule if the length is 0: X is on roll and the cube
// is centred.
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

// Validate returns an error for the first field with an impossible value.
func (m *Match) Validate() error {
	switch {
	case m.Length < 0 || m.Length > MaxMatchLength:
		return fmt.Errorf("match length %d, want 0 (money) to %d", m.Length, MaxMatchLength)
	case m.Crawford && m.Length == 0:
		return fmt.Errorf("a money session has no Crawford game")
	case m.Cube < 1 || m.Cube > MaxCube || m.Cube&(m.Cube-1) != 0:
		return fmt.Errorf("cube at %d, want a power of 2 from 1 to %d", m.Cube, MaxCube)
	case m.Owner < Nobody || m.Owner > PlayerX:
		return fmt.Errorf("cube owned by %v", m.Owner)
	case !m.Roller.plays() || !m.Turn.plays():
		return fmt.Errorf("%v is on roll and %v must decide, want X or O for both", m.Roller, m.Turn)
	case m.State > Dropped:
		return fmt.Errorf("game state %d, want 0 to %d", m.State, Dropped)
	case m.Resigns < 0 || m.Resigns > 3:
		return fmt.Errorf("resignation of %d, want 0 to 3", m.Resigns)
	case m.Dice != Roll{} && !m.Dice.Valid():
		return fmt.Errorf("dice %d and %d, want 1 to 6 or none", m.Dice[0], m.Dice[1])
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
			return fmt.Errorf("%v has a score of %d, want 0 to %d", Player(p), score, limit)
		}
	}
	return nil
}

func (p Player) plays() bool { return p == PlayerO || p == PlayerX }
