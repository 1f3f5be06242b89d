package record

import (
	"fmt"
	"io"
	"math/bits"
	"slices"

	"gammonlab/board"
	"gammonlab/board/record/internal/xgfile"
)

// WriteXG writes a match as an .xg file of eXtreme Gammon, with the analyses made by XG.
// Its records contain positions, so WriteXG returns an error for an illegal play, and for
// content that XG cannot express: hypergammon with fewer than 3 checkers, more doubles in
// a turn than a beaver and a raccoon, or a centred cube above 1 that was turned. Turns
// without a roll are lost. Comments on an answer become comments on the double, and
// comments on a set position become comments on the next action.
func WriteXG(w io.Writer, m *Match) error {
	x := xgWriter{match: m}
	if err := x.header(); err != nil {
		return err
	}
	var gen board.Generator
	for i := range m.Games {
		if err := x.writeGame(i, &gen); err != nil {
			return gameError(i, err)
		}
	}
	_, err := w.Write(xgfile.Write(&x.file))
	return err
}

// xgWriter builds the records of a match.
type xgWriter struct {
	match *Match
	file  xgfile.File

	start   int          // the cube at the start of the game
	offer   *xgfile.Cube // the last double, nil after the play that follows
	changed *xgfile.Cube // a position that was set and is not yet in a record
	how     int32        // ending of the game, as in xgfile.GameEnd
}

func (x *xgWriter) header() error {
	m := x.match
	variant := slices.Index(xgVariants, m.Rules.Variant)
	if variant < 0 {
		return fmt.Errorf("an .xg file cannot hold %v", m.Rules.Variant)
	}
	k := &m.Info.Clock
	r := &xgfile.Match{
		Players: [2]string{oneLine(m.Names[0]), oneLine(m.Names[1])}, Length: int32(m.Length), Variant: int32(variant),
		Crawford: m.Rules.Crawford, Jacoby: m.Rules.Jacoby, Beavers: m.Length == 0, CubeLimit: int32(bits.Len(board.MaxCube) - 1),
		Date: dateOfXG(m.Info.Date), Event: oneLine(m.Info.Event), Place: oneLine(m.Info.Place),
		Round: oneLine(m.Info.Round), Transcriber: oneLine(m.Info.Annotator),
		Comments: [2]int32{x.comment(m.Info.Comment), -1},
		Clock: xgfile.Clock{Kind: int32(k.Kind), Initial: int32(k.Initial), PerMove: int32(k.PerMove), Penalty: int32(k.Penalty),
			Left: [2]int32{int32(k.Left[0]), int32(k.Left[1])}},
	}
	if k.PerGame {
		r.Clock.PerGame = 1
	}
	if m.Length == 0 {
		r.Length = xgfile.Money
	}
	if m.Rules.NoCube {
		r.CubeLimit = 0
	}
	for p, rating := range m.Info.Ratings {
		r.Ratings[p], r.Experience[p] = ratingOfXG(rating)
	}
	x.file.Records = append(x.file.Records, r)
	return nil
}

// comment stores a comment and returns its index, -1 for none.
func (x *xgWriter) comment(text string) int32 {
	if text = manyLines(text); text == "" {
		return -1
	}
	x.file.Comments = append(x.file.Comments, text)
	return int32(len(x.file.Comments) - 1)
}

func (x *xgWriter) writeGame(number int, gen *board.Generator) error {
	g := &x.match.Games[number]
	start := x.match.Rules.Variant.Start()
	head := &xgfile.Game{
		Scores: [2]int32{int32(g.Score[0]), int32(g.Score[1])}, Crawford: g.Crawford, Start: positionOfXG(&start),
		Number: int32(number + 1), Comments: [2]int32{-1, -1}, AutoDoubles: int32(bits.Len(uint(g.Cube)) - 1),
	}
	x.file.Records = append(x.file.Records, head)
	x.start, x.offer, x.changed, x.how = g.Cube, nil, nil, 0
	r := x.match.replay(number, gen)
	for r.Next() {
		if err := x.action(r, head); err != nil {
			return fmt.Errorf("move %d, %v's %v: %w", r.Row, r.Action.Player, r.Action.Kind, err)
		}
	}
	if r.Err() != nil {
		return fmt.Errorf("an .xg file cannot hold an illegal play: %w", r.Err())
	}
	if x.changed != nil {
		if err := x.place(r, x.changed); err != nil {
			return err
		}
		x.file.Records = append(x.file.Records, x.changed)
	}
	x.end(g, r)
	return nil
}

// place copies the state of the game to a record of the cube.
func (x *xgWriter) place(r *Replay, c *xgfile.Cube) error {
	var err error
	c.Who = whoInXG(r.Match.Roller)
	c.Position = xgSeenByFirst(r)
	c.Cube, err = x.cube(r)
	return err
}

// xgSeenByFirst returns the position before an action from the point of view of
// XG's player 1.
func xgSeenByFirst(r *Replay) xgfile.Position {
	pos := r.Position
	if r.Match.Roller == board.PlayerX {
		pos = pos.Swap()
	}
	return positionOfXG(&pos)
}

// cube returns the cube before an action in the encoding of the records.
func (x *xgWriter) cube(r *Replay) (int32, error) {
	exponent := int32(bits.Len(uint(r.Match.Cube)) - 1)
	sign := signInXG(r.Match.Owner)
	if sign == 0 && r.Match.Cube != x.start || sign != 0 && exponent == 0 {
		return 0, fmt.Errorf("an .xg file cannot hold a cube at %d, owned by %v", r.Match.Cube, r.Match.Owner)
	}
	return sign * exponent, nil
}

// action writes the record of an action.
func (x *xgWriter) action(r *Replay, head *xgfile.Game) error {
	a := &r.Action
	switch a.Kind {
	case Move, Rolled:
		return x.roll(r)
	case Double:
		return x.double(r)
	case Take, Drop, Beaver:
		return x.answer(a)
	case Resign:
		x.how = xgfile.Resigned + int32(a.Value)
		head.Comments[1] = x.comment(a.Comment)
	default:
		x.changed = newXGCube()
		x.changed.Comment = x.comment(a.Comment)
	}
	return nil
}

// newXGCube returns a record without a decision.
func newXGCube() *xgfile.Cube {
	return &xgfile.Cube{
		Double: xgfile.NoChoice, Answer: -1, Beaver: -1, Raccoon: -1, Error: xgfile.NoError, TakeErr: xgfile.NoError,
		Roll: "77", Rollout: -1, Level: -1, Comment: -1,
	}
}

// end writes the end of a game with a winner, and the end of the match.
func (x *xgWriter) end(g *Game, r *Replay) {
	if !plays(g.Result.Winner) {
		return
	}
	if x.how == 0 && !r.Match.Doubled {
		x.how = 1
		if cube := r.Match.Cube; cube > 0 {
			x.how = int32(min(max(g.Result.Points/cube, 1), 3))
		}
		if r.Match.State == board.Dropped {
			x.how = 0
		}
	}
	score := g.Score
	score[g.Result.Winner] += g.Result.Points
	scores := [2]int32{int32(score[0]), int32(score[1])}
	x.file.Records = append(x.file.Records, &xgfile.GameEnd{
		Scores: scores, Crawford: g.Crawford, Winner: whoInXG(g.Result.Winner), Points: int32(g.Result.Points), How: x.how,
	})
	if m := x.match; m.Length > 0 && score[g.Result.Winner] >= m.Length {
		x.file.Records = append(x.file.Records, &xgfile.MatchEnd{
			Scores: scores, Winner: whoInXG(g.Result.Winner), Date: dateOfXG(m.Info.Date),
		})
	}
}
