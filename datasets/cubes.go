package datasets

import (
	"errors"
	"fmt"

	"gammonlab/board"
	"gammonlab/board/game"
)

// Cubes are the cubeful values of a label by the state of the cube, which the player on roll
// does not turn now. Unknown values are NaN.
type Cubes struct {
	// Cubeful is the equity of a money game without the Jacoby rule, in points per point of
	// the centred cube.
	Cubeful float32

	// States are the values in other states of the cube, by these indexes: of money games
	// the same equity, of a match the normalised equity by the match equity table
	// [MatchTable]. Only databases with [Meta.Cubes] store them.
	States [NumCubeStates]float32

	// OwnAway and OppAway are the points that the player on roll and the opponent need to
	// win the match, MatchCube is the value of the cube; 0 without values of a match. It is
	// never the Crawford game, in which the cube is dead.
	OwnAway, OppAway, MatchCube int32
}

// Indexes of [Cubes.States].
const (
	MoneyJacoby  = iota // centred, with the Jacoby rule
	MoneyOwned          // owned by the player on roll
	MoneyAgainst        // owned by the opponent
	MatchCentred        // centred
	MatchOwned          // owned by the player on roll
	MatchAgainst        // owned by the opponent
	NumCubeStates
)

// MatchTable is the name of the match equity table of the values of matches.
const MatchTable = "kazaross-xg2"

// MostAway is the maximal number of points that a side needs in the match of a label, the size
// of the table.
const MostAway = 25

// Bounds of equities. With a cube at 4, a backgammon lost at 2 and 12 points away costs 15
// times the equity of a point.
const (
	mostMoney = 3
	mostMatch = 16
)

// ClearCubes makes all values unknown.
func (c *Cubes) ClearCubes() {
	*c = Cubes{Cubeful: unknown}
	for i := range c.States {
		c.States[i] = unknown
	}
}

// HasCubes reports whether there are values that only databases with [Meta.Cubes] store.
func (c *Cubes) HasCubes() bool {
	for _, v := range c.States {
		if v == v {
			return true
		}
	}
	return c.OwnAway != 0 || c.OppAway != 0 || c.MatchCube != 0
}

// counts returns the score and the value of the cube.
func (c *Cubes) counts() [numMatchCounts]*int32 {
	return [...]*int32{&c.OwnAway, &c.OppAway, &c.MatchCube}
}

// check returns an error, which names the column, for values out of range.
func (c *Cubes) check() error {
	match := false
	for i, v := range c.States {
		most := float32(mostMoney)
		if i >= MatchCentred {
			most, match = mostMatch, match || v == v
		}
		if v < -most || v > most {
			return fmt.Errorf("column %s is %v, want an equity from -%v to %v", cubeColumns[i].name, v, most, most)
		}
	}
	if !match && c.OwnAway == 0 && c.OppAway == 0 && c.MatchCube == 0 {
		return nil
	}
	for i, away := range [...]int32{c.OwnAway, c.OppAway} {
		if away < 1 || away > MostAway {
			return fmt.Errorf("column %s is %d, want 1 to %d points", cubeColumns[NumCubeStates+i].name, away, MostAway)
		}
	}
	if !match {
		return errors.New("a score, but no equity of a match")
	}
	for i, owner := range [...]board.Player{board.Nobody, board.PlayerO, board.PlayerX} {
		v := c.States[MatchCentred+i]
		if v != v {
			continue
		}
		if err := c.checkCube(owner); err != nil {
			return fmt.Errorf("column %s is %v: %w", cubeColumns[MatchCentred+i].name, v, err)
		}
	}
	return nil
}

// checkCube returns an error for a cube that the owner cannot have in the match, in which
// [board.PlayerO] is on roll.
func (c *Cubes) checkCube(owner board.Player) error {
	if err := game.CheckCubeValue(int(c.MatchCube)); err != nil {
		return err
	}
	return game.CheckMatchCube(&board.Match{
		Length: MostAway, Score: [2]int{MostAway - int(c.OwnAway), MostAway - int(c.OppAway)},
		Cube: int(c.MatchCube), Owner: owner, Roller: board.PlayerO,
	})
}

// cubesVersion is the version of the columns of cubes.
const cubesVersion = "1"

// Parts of the meanings of columns.
const (
	moneyMeaning   = "equity of a money game in points per point of the cube, which "
	matchMeaning   = "normalised equity (-1 and 1: the game is lost or won at the value of the cube) by the table " + MatchTable + " of a match; the cube "
	nowMeaning     = " and is not turned now by the player on roll"
	cubefulMeaning = moneyMeaning + "is centred, without the Jacoby rule" + nowMeaning
)

// cubeColumns are the columns of [Cubes], except that of Cubeful, in their order in a file.
var cubeColumns = func() (list []column) {
	for i, c := range [...][2]string{
		{"cubeful_jacoby", moneyMeaning + "is centred, with the Jacoby rule" + nowMeaning},
		{"cubeful_owned", moneyMeaning + "is owned by the player on roll" + nowMeaning},
		{"cubeful_against", moneyMeaning + "is owned by the opponent"},
		{"match_centred", matchMeaning + "is centred" + nowMeaning},
		{"match_owned", matchMeaning + "is owned by the player on roll" + nowMeaning},
		{"match_against", matchMeaning + "is owned by the opponent"},
	} {
		list = append(list, column{name: c[0], kind: floats, index: firstCube + i, meaning: c[1]})
	}
	for i, c := range [...][2]string{
		{"match_own_away", "points that the player on roll needs to win the match; with 1 the Crawford game was played"},
		{"match_opp_away", "points that the opponent needs to win the match; with 1 the Crawford game was played"},
		{"match_cube", "value of the cube in the match"},
	} {
		list = append(list, column{name: c[0], kind: matchCounts, index: firstMatchCount + i, meaning: c[1]})
	}
	return list
}()
