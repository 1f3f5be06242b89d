package record

import (
	"fmt"
	"io"
	"math/bits"

	"gammonlab/board"
	"gammonlab/board/record/internal/xgfile"
)

// maxXGFile is the maximal size in bytes of an .xg file.
const maxXGFile = 1 << 27

// ReadXG reads a file of eXtreme Gammon: an .xg with a match or an .xgp with a
// position. Player 1 of XG becomes [board.PlayerO]. ReadXG keeps comments,
// ratings, clocks, XG's analysis and the positions after illegal plays. Positions that do not follow from the play
// become a [SetBoard], cubes a [SetCube] and [SetOwner]. Errors call the file
// by the name and contain the offset in its list of records. With an error, the
// match is nil or has what was read up to the fault.
func ReadXG(name string, r io.Reader) (*Match, error) {
	b, err := io.ReadAll(io.LimitReader(r, maxXGFile+1))
	if err == nil && len(b) > maxXGFile {
		err = fmt.Errorf("the file is too long: more than %d bytes", maxXGFile)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	file, err := xgfile.Read(b)
	if file == nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	x := xgReader{file: file, match: &Match{}}
	if fault := x.read(); err == nil {
		err = fault
	}
	x.match.splitRatings()
	x.match.Complete()
	x.match.noticeIllegal()
	if err == nil {
		return x.match, nil
	}
	if x.game == nil {
		x.match = nil
	}
	return x.match, fmt.Errorf("%s: %w", name, err)
}

// xgReader builds a match from records.
type xgReader struct {
	file  *xgfile.File
	match *Match
	begun bool  // the record of the match was read
	game  *Game // current game, nil before the first

	position     board.Position // after the records so far, from XG's player 1's point of view
	cube         int32          // encoded as in xgfile.Cube
	cubeAnalysis *Analysis      // of the cube decision before the next roll
	remark       string         // comment on that decision
	atEnd        string         // comment on the game
	boards       []board.Position
}

// keep returns a pointer to a copy of a position. Copies share an array, because only
// those after illegal plays are needed in the end.
func (x *xgReader) keep(pos board.Position) *board.Position {
	if len(x.boards) == cap(x.boards) {
		x.boards = make([]board.Position, 0, 64)
	}
	x.boards = append(x.boards, pos)
	return &x.boards[len(x.boards)-1]
}

func (x *xgReader) read() error {
	for _, r := range x.file.Records {
		if err := x.record(r); err != nil {
			return err
		}
	}
	if !x.begun {
		return fmt.Errorf("no record of a match in temp.xg")
	}
	x.lastRemark()
	return nil
}

// xgFault returns an error in a field of a record.
func xgFault(r xgfile.Record, at int, field, format string, args ...any) error {
	return fmt.Errorf("byte %d of temp.xg, %s: %s", r.Offset()+at, field, fmt.Sprintf(format, args...))
}

func (x *xgReader) record(r xgfile.Record) error {
	if m, ok := r.(*xgfile.Match); ok {
		return x.header(m)
	}
	if !x.begun {
		return xgFault(r, 8, "kind of record", "want a match as the first record")
	}
	if g, ok := r.(*xgfile.Game); ok {
		return x.newGame(g)
	}
	if _, ok := r.(*xgfile.MatchEnd); ok {
		return nil // its content follows from the games
	}
	if x.game == nil {
		return xgFault(r, 8, "kind of record", "want a game first")
	}
	if len(x.game.Actions) > MaxActions-8 {
		return xgFault(r, 8, "kind of record", "more than %d actions in a game", MaxActions)
	}
	switch r := r.(type) {
	case *xgfile.Cube:
		return x.cubeAction(r)
	case *xgfile.Move:
		return x.move(r)
	case *xgfile.GameEnd:
		return x.end(r)
	}
	return nil
}

// header reads the record of the match.
func (x *xgReader) header(r *xgfile.Match) error {
	length := int(r.Length)
	if length == xgfile.Money {
		length = 0
	}
	switch {
	case x.begun:
		return xgFault(r, 8, "kind of record", "a second match begins, want one for each file")
	case length < 0 || length > board.MaxMatchLength:
		return xgFault(r, 92, "length of the match", "%d, want 1 to %d or %d for money", length, board.MaxMatchLength, xgfile.Money)
	case r.Variant < 0 || int(r.Variant) >= len(xgVariants):
		return xgFault(r, 96, "variant", "%d, want 0 (backgammon), 1 (Nackgammon) or 2 (hypergammon)", r.Variant)
	case r.Clock.Kind < 0 || r.Clock.Kind > int32(Bronstein):
		return xgFault(r, 1912, "kind of clock", "%d, want 0 to %d", r.Clock.Kind, Bronstein)
	}
	x.begun = true
	m, k := x.match, &r.Clock
	m.Length = length
	m.Names = [2]string{oneLine(r.Players[0]), oneLine(r.Players[1])}
	m.Rules = Rules{Variant: xgVariants[r.Variant], Crawford: r.Crawford && length > 0, Jacoby: r.Jacoby && length == 0}
	m.Rules.NoCube = r.CubeLimit == 0 && r.Version >= limitVersion && !x.doubles()
	m.Info = Info{
		Event: oneLine(r.Event), Round: oneLine(r.Round), Place: oneLine(r.Place),
		Date: xgDate(r.Date), Annotator: oneLine(r.Transcriber),
		Comment: joinComments(x.file.Comment, x.comment(r.Comments[0]), x.comment(r.Comments[1])),
		Ratings: [2]string{xgRating(r.Ratings[0], r.Experience[0]), xgRating(r.Ratings[1], r.Experience[1])},
		Clock: Clock{Kind: ClockKind(k.Kind), PerGame: k.PerGame != 0, Initial: int(k.Initial), PerMove: int(k.PerMove),
			Penalty: int(k.Penalty), Left: [2]int{int(k.Left[0]), int(k.Left[1])}},
	}
	return nil
}

// limitVersion is the first version of the format with a cube limit.
const limitVersion = 26

// doubles reports whether the file contains a double.
func (x *xgReader) doubles() bool {
	for _, r := range x.file.Records {
		if c, ok := r.(*xgfile.Cube); ok && c.Double == 1 {
			return true
		}
	}
	return false
}

// comment returns the comment with an index, "" for none.
func (x *xgReader) comment(index int32) string {
	if index < 0 || int(index) >= len(x.file.Comments) {
		return ""
	}
	return x.file.Comments[index]
}

func (x *xgReader) newGame(r *xgfile.Game) error {
	m := x.match
	x.lastRemark()
	if len(m.Games) == MaxGames {
		return xgFault(r, 8, "kind of record", "more than %d games", MaxGames)
	}
	if r.AutoDoubles < 0 || r.AutoDoubles > int32(bits.Len(board.MaxCube)-1) {
		return xgFault(r, 64, "automatic doubles", "%d, want 0 to %d", r.AutoDoubles, bits.Len(board.MaxCube)-1)
	}
	g := Game{Crawford: r.Crawford, Cube: 1 << r.AutoDoubles, Result: Result{Winner: board.Nobody}}
	for i, score := range r.Scores {
		if score < 0 || score > maxScore {
			return xgFault(r, 12+4*i, "score", "%d, want 0 to %d", score, maxScore)
		}
		g.Score[i] = int(score)
	}
	m.Games = append(m.Games, g)
	x.game = &m.Games[len(m.Games)-1]
	x.position, x.cube, x.cubeAnalysis = m.Rules.Variant.Start(), 0, nil
	x.remark, x.atEnd = x.comment(r.Comments[0]), x.comment(r.Comments[1])
	return x.place(r, 21, r.Start, 0, board.PlayerO)
}

// place sets the board and the cube if they do not follow from the play.
func (x *xgReader) place(r xgfile.Record, at int, p xgfile.Position, cube int32, player board.Player) error {
	if p != (xgfile.Position{}) {
		pos, err := xgPosition(p, x.match.Rules.Variant)
		if err != nil {
			return xgFault(r, at, "position", "%v", err)
		}
		if pos != x.position {
			x.position = pos
			if player == board.PlayerX {
				pos = pos.Swap()
			}
			x.add(Action{Kind: SetBoard, Player: player, Board: &pos})
		}
	}
	if cube == x.cube {
		return nil
	}
	x.cube = cube
	value, owner := x.game.Cube, board.Nobody
	switch {
	case cube > 0:
		value, owner = 1<<cube, board.PlayerO
	case cube < 0:
		value, owner = 1<<-cube, board.PlayerX
	}
	x.add(Action{Kind: SetCube, Value: value})
	x.add(Action{Kind: SetOwner, Player: owner})
	return nil
}

func (x *xgReader) add(actions ...Action) { x.game.Actions = append(x.game.Actions, actions...) }
