package cube

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"

	"gammonlab/board"
	rules "gammonlab/board/game"
)

// Owner is the owner of the cube, from the point of view of the player on roll.
type Owner uint8

// The owners of the cube.
const (
	Centred  Owner = iota
	Player         // the player on roll owns it
	Opponent       // the opponent owns it
	owners
)

var ownerNames = [owners]string{"centred", "player", "opponent"}

// String returns the name: centred, player or opponent.
func (o Owner) String() string {
	if o < owners {
		return ownerNames[o]
	}
	return fmt.Sprintf("Owner(%d)", uint8(o))
}

// Values returns the names.
func (Owner) Values() []string { return ownerNames[:] }

// MarshalText implements [encoding.TextMarshaler].
func (o Owner) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (o *Owner) UnmarshalText(name []byte) error {
	i := slices.Index(ownerNames[:], string(name))
	if i < 0 {
		return fmt.Errorf("%q, want player, opponent or centred", name)
	}
	*o = Owner(i)
	return nil
}

// Swap returns the same owner from the other player's point of view.
func (o Owner) Swap() Owner {
	switch o {
	case Player:
		return Opponent
	case Opponent:
		return Player
	}
	return o
}

// State is the cube and the score from the point of view of the player on roll.
// The zero value is not valid; use [Money] or [Match].
type State struct {
	Cube     int   // value: 1, 2, 4 …
	Owner    Owner // of the cube
	Length   int   // of the match, 0 in a money game
	OwnAway  int   // points that the player on roll needs to win the match, 0 in a money game
	OppAway  int   // points that the opponent needs
	Crawford bool  // this is the Crawford game
	Jacoby   bool  // gammons do not count until a double is taken; without effect in a match
	Beavers  bool  // beavers are allowed; without effect in a match

	// MaxCube is the largest value of the cube if the rules limit it below 1024, else 0: no game
	// comes that far.
	MaxCube int `json:",omitempty"`

	// Roller is the player on roll. It matters only for match equity tables for
	// players of different strength.
	Roller board.Player
}

// Money returns the state at the start of a money game.
func Money(jacoby, beavers bool) State { return State{Cube: 1, Jacoby: jacoby, Beavers: beavers} }

// Match returns the state at the start of a game of a match at the given score.
// crawford must be given, because the score does not determine whether a game
// with one side 1-away is the Crawford game.
func Match(length, ownScore, oppScore int, crawford bool) State {
	return State{Cube: 1, Length: length, OwnAway: length - ownScore, OppAway: length - oppScore, Crawford: crawford}
}

// FromMatch returns the state of a game from the roller's point of view; if a
// double is on offer, the state before it. After a beaver the cube has an owner, and is in the
// middle in the state: the value of a take depends only on the cube after the take. Beavers are
// allowed in money games.
func FromMatch(m *board.Match) (State, error) {
	if err := m.Validate(); err != nil {
		return State{}, err
	}
	roller := m.Roller
	s := Money(m.Jacoby, true)
	if m.Length > 0 {
		s = Match(m.Length, m.Score[roller], m.Score[roller.Opponent()], m.Crawford)
	}
	s.Cube, s.Roller = m.Cube, roller
	switch {
	case m.Owner == roller:
		s.Owner = Player
	case m.Owner == roller.Opponent() && !rules.Beavered(m):
		s.Owner = Opponent
	}
	return s, s.Validate()
}

// noLimit is the smallest largest cube that does not limit a game.
const noLimit = 1 << 10

// FromXGID returns the state of a position as [FromMatch], with beavers and the largest cube of
// the XGID. An impossible double or beaver on offer is an error, but not one of a dead cube.
func FromXGID(x *board.XGID) (State, error) {
	s, err := FromMatch(&x.Match)
	s.Beavers = x.Beavers
	if x.MaxCube > 0 && x.MaxCube < noLimit {
		s.MaxCube = max(x.MaxCube, s.Cube) // a cube above it exists, and no larger one
	}
	if err == nil {
		err = s.Validate()
	}
	if err == nil {
		err = s.offered(&x.Match, true)
	}
	return s, err
}

// offered returns an error if a double or beaver on offer in the match is impossible. dead allows a
// double of a dead cube, which other programs may offer.
func (s *State) offered(m *board.Match, dead bool) error {
	if !m.Doubled {
		return nil
	}
	if rules.Beavered(m) {
		if most := cmp.Or(s.MaxCube, board.MaxCube); 2*s.Cube > most {
			return fmt.Errorf("a beaver to %d is on offer, want at most %d, the largest cube", 2*s.Cube, most)
		}
		return nil
	}
	g := s.Game()
	g.DeadDoubles = dead
	if err := g.MayDouble(); err != nil {
		return fmt.Errorf("a double is on offer: %w", err)
	}
	return nil
}

// ForXGID returns the stakes of a position with its match. They are nil, which stands for cubeless
// money equities, if the game is a money game and the cube is not wanted. It returns an error if the
// cube and the score of the position are impossible.
func ForXGID(x *board.XGID, met *MET, wanted bool) (*Stakes, error) {
	if x.Match.Length == 0 && !wanted {
		return nil, nil
	}
	s, err := FromXGID(x)
	if err == nil {
		err = s.offered(&x.Match, false)
	}
	if err != nil {
		return nil, fmt.Errorf("cube and score of the position: %w", err)
	}
	return Prepare(s, met)
}

// IsMatch reports whether the game belongs to a match.
func (s *State) IsMatch() bool { return s.Length > 0 }

// Game returns the state in the form of the rules of games, after the first
// roll.
func (s *State) Game() rules.State {
	m := board.Match{
		Length: s.Length, Cube: s.Cube, Owner: board.Nobody, Roller: s.Roller, Turn: s.Roller,
		State: board.Playing, Crawford: s.Crawford, Jacoby: s.Jacoby,
	}
	m.Score[s.Roller], m.Score[s.Roller.Opponent()] = s.Length-s.OwnAway, s.Length-s.OppAway
	switch s.Owner {
	case Player:
		m.Owner = s.Roller
	case Opponent:
		m.Owner = s.Roller.Opponent()
	}
	return rules.State{Rules: rules.Rules{MaxCube: s.MaxCube}, Match: m}
}

// PostCrawford reports whether the Crawford game has been played.
func (s *State) PostCrawford() bool {
	g := s.Game()
	return rules.PostCrawford(&g.Match)
}

// MayDouble reports whether the player on roll may double, see
// [rules.State.MayDouble].
func (s *State) MayDouble() bool {
	g := s.Game()
	return g.MayDouble() == nil
}

// excludes reports whether a cube is above the largest one.
func (s *State) excludes(cube int) bool { return s.MaxCube != 0 && cube > s.MaxCube }

// doublesLeft returns how often the cube may be doubled, unlimited if there is no largest cube.
func (s *State) doublesLeft() int {
	if s.MaxCube == 0 {
		return unlimited
	}
	return bits.Len(uint(s.MaxCube)) - bits.Len(uint(s.Cube))
}

// MayBeaver reports whether a double by the player on roll may be answered by a beaver.
func (s *State) MayBeaver() bool {
	return s.Beavers && !s.IsMatch() && !s.excludes(4*s.Cube)
}

// Double returns the state after a double and a take, from the point of view of
// the player who doubled.
func (s State) Double() State {
	s.Cube *= 2
	s.Owner = Opponent
	return s
}

// Swap returns the same state with the opponent on roll.
func (s State) Swap() State {
	s.Owner = s.Owner.Swap()
	s.OwnAway, s.OppAway = s.OppAway, s.OwnAway
	s.Roller = s.Roller.Opponent()
	return s
}

// Validate returns an error for an impossible state: a score outside the match,
// or a cube that is not a power of 2 or cannot result from legal doubles.
func (s *State) Validate() error {
	if err := rules.CheckCubeValue(s.Cube); err != nil {
		return err
	}
	switch {
	case s.excludes(s.Cube):
		return fmt.Errorf("cube at %d, want at most %d, the largest cube", s.Cube, s.MaxCube)
	case s.Owner >= owners:
		return fmt.Errorf("cube owned by %v, want centred, player or opponent", s.Owner)
	case s.Length < 0 || s.Length > board.MaxMatchLength:
		return fmt.Errorf("match length %d, want 0 (money) to %d", s.Length, board.MaxMatchLength)
	case s.Roller != board.PlayerO && s.Roller != board.PlayerX:
		return fmt.Errorf("%v is on roll, want a player", s.Roller)
	case s.IsMatch():
		return s.validateMatch()
	case s.OwnAway != 0 || s.OppAway != 0:
		return fmt.Errorf("%d and %d points to go in a money game, want 0", s.OwnAway, s.OppAway)
	case s.Crawford:
		return fmt.Errorf("a money session has no Crawford game")
	}
	return nil
}

func (s *State) validateMatch() error {
	for _, side := range []struct {
		who  string
		away int
	}{{"player on roll", s.OwnAway}, {"opponent", s.OppAway}} {
		if side.away < 1 || side.away > s.Length {
			return fmt.Errorf("the %s has %d of %d points, want 0 to %d", side.who, s.Length-side.away, s.Length, s.Length-1)
		}
	}
	ones := 0
	if s.OwnAway == 1 {
		ones++
	}
	if s.OppAway == 1 {
		ones++
	}
	if s.Crawford && ones != 1 && s.Length > 1 {
		return fmt.Errorf("the Crawford game at %d-away, %d-away: exactly one side must need one point", s.OwnAway, s.OppAway)
	}
	g := s.Game()
	return rules.CheckMatchCube(&g.Match)
}
