package record

import (
	"fmt"
	"io"
	"strconv"
	"time"

	"gammonlab/board"
	"gammonlab/board/record/internal/ogxm"
)

// maxOGXMFile is the maximal size in bytes of an OGXM file.
const maxOGXMFile = 64 << 20

// ReadOGXM reads an OGXM file, the exchange format of OpenGammon and HedgeHog. White
// becomes [board.PlayerO]. ReadOGXM keeps names, event, date, ratings, time control,
// comments and analyses; if several analyses judge a decision, the last one counts.
// Signatures are not verified, and videos are ignored. What an analysis or a comment
// has in an unreadable form is missing, and a notice tells so. Errors call the file by
// the name and contain the offset. With an error, the match is nil or has what was
// read up to the fault.
func ReadOGXM(name string, r io.Reader) (*Match, error) {
	b, err := io.ReadAll(io.LimitReader(r, maxOGXMFile+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	file, err := ogxm.Read(b)
	if file == nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	x := ogxmReader{file: file, match: &Match{}}
	if fault := x.read(); err == nil {
		err = fault
	}
	if err == nil {
		return x.match, nil
	}
	if len(x.match.Games) == 0 {
		x.match = nil
	}
	return x.match, fmt.Errorf("%s: %w", name, err)
}

// ogxmReader builds a match from the content of a file.
type ogxmReader struct {
	file  *ogxm.File
	match *Match
	plies []ogxmPly
}

// ogxmPly is where a ply of the file is in the match.
type ogxmPly struct {
	seat         int
	game, action int // indices; action is -1 if the match has none for it
}

func (x *ogxmReader) read() error {
	if err := x.header(); err != nil {
		return err
	}
	for i := range x.file.Games {
		x.game(&x.file.Games[i])
	}
	for _, err := range x.file.Unread {
		x.match.notice(Unreadable, err.Error(), 0)
	}
	for i := range x.file.Analyses {
		x.analysis(&x.file.Analyses[i])
	}
	x.comments()
	x.match.Complete()
	x.match.noticeIllegal()
	return nil
}

// ogxmVariants lists the variants of OGXM that can be read.
var ogxmVariants = []board.Variant{board.Backgammon, board.Nackgammon, board.Hypergammon3}

// header reads what the file says of the match.
func (x *ogxmReader) header() error {
	h, m := &x.file.Match, x.match
	switch {
	case h.Length > board.MaxMatchLength:
		return fmt.Errorf("MTCH, match_length: %d, want 0 (money) to %d", h.Length, board.MaxMatchLength)
	case h.Variant >= len(ogxmVariants):
		return fmt.Errorf("MTCH, variant: %d, want 0 (backgammon), 1 (Nackgammon) or 2 (hypergammon)", h.Variant)
	case max(h.Start[0], h.Start[1]) > maxScore:
		return fmt.Errorf("MTCH, score_start: %d, want at most %d", max(h.Start[0], h.Start[1]), maxScore)
	}
	m.Length = h.Length
	m.Names = [2]string{oneLine(h.Names[0]), oneLine(h.Names[1])}
	m.Rules = Rules{Variant: ogxmVariants[h.Variant], Crawford: m.Length > 0, Jacoby: m.Length == 0, JacobyAssumed: m.Length == 0}
	if h.HasRules {
		m.Rules.Crawford = m.Length > 0 && h.Rules&ogxm.Crawford != 0
		m.Rules.Jacoby, m.Rules.JacobyAssumed = m.Length == 0 && h.Rules&ogxm.Jacoby != 0, false
	}
	m.Rules.NoCube = h.CubeLimit == 1
	m.Info = Info{Event: oneLine(h.Event), Round: oneLine(h.Stage), Place: oneLine(h.City), Date: ogxmDate(h)}
	if m.Info.Place == "" {
		m.Info.Place = oneLine(h.Site)
	}
	if m.Info.Round == "" && h.Round > 0 {
		m.Info.Round = strconv.Itoa(h.Round)
	}
	for i, p := range h.Profiles {
		if p.Rating > 0 {
			m.Info.Ratings[i] = strconv.FormatFloat(float64(p.Rating)/100, 'f', -1, 64)
		}
	}
	m.Info.Clock = ogxmClock(x.file.Clock)
	return nil
}

// ogxmDates lists the forms of dates by their precision: day, month, year.
var ogxmDates = []string{time.DateOnly, "2006-01", "2006"}

// maxOGXMTime is the end of the year 9999, in milliseconds.
const maxOGXMTime = 253_402_300_799_000

func ogxmDate(h *ogxm.Match) string {
	switch {
	case h.Started > 0 && h.Started <= maxOGXMTime && h.Precision < len(ogxmDates):
		return time.UnixMilli(int64(h.Started)).UTC().Format(ogxmDates[h.Precision])
	case h.Started == 0 && h.EventYear > 0:
		return strconv.Itoa(h.EventYear)
	}
	return ""
}

// ogxmClock returns the time control, which has milliseconds in the file.
func ogxmClock(c *ogxm.Clock) Clock {
	switch {
	case c == nil:
		return Clock{}
	case c.Delay > 0:
		return Clock{Kind: Bronstein, Initial: c.Reserve / 1000, PerMove: c.Delay / 1000}
	}
	return Clock{Kind: Fischer, Initial: c.Reserve / 1000, PerMove: c.Increment / 1000}
}

// game reads a game.
func (x *ogxmReader) game(f *ogxm.Game) {
	first := len(x.match.Games) == 0
	g := x.match.AddGame()
	if first {
		g.Score = x.file.Match.Start
		g.Crawford = x.match.isCrawford(g.Score)
	}
	g.Crawford = g.Crawford && !x.file.Match.CrawfordBefore
	g.Cube = max(1, f.Cube)
	for range f.AutoDoubles {
		g.Cube = min(g.Cube<<1, board.MaxCube)
	}
	if f.Board != nil {
		g.Actions = append(g.Actions, setBoard(board.Player(firstSeat(f)), f.Board, x.match.Rules.Variant))
	}
	if f.HasOwner && f.Owner <= ogxm.Black {
		g.Actions = append(g.Actions, Action{Kind: SetOwner, Player: board.Player(f.Owner)})
	}
	for i := range f.Plies {
		x.ply(g, f.Plies, i)
	}
	if f.HasWinner {
		g.Result = Result{Winner: board.Player(f.Winner), Points: min(f.Points, maxWin)}
	}
}

// firstSeat returns who is on roll first in a game.
func firstSeat(f *ogxm.Game) int {
	for i := range f.Plies {
		if p := &f.Plies[i]; p.Action <= ogxm.Double || p.Action == ogxm.Pass {
			return p.Seat
		}
	}
	return ogxm.White
}

// ply reads the ply with an index. Marks of the end of a game, resignations of the match
// and settlements have no action: the result of the game says what they come to.
func (x *ogxmReader) ply(g *Game, plies []ogxm.Ply, index int) {
	p := &plies[index]
	before := len(g.Actions)
	g.Actions = append(g.Actions, x.actions(plies, index)...)
	at := ogxmPly{p.Seat, len(x.match.Games) - 1, -1}
	if len(g.Actions) > before {
		at.action = len(g.Actions) - 1
	}
	x.plies = append(x.plies, at)
}

// ogxmKinds has the kinds of the actions without further fields.
var ogxmKinds = map[byte]Kind{
	ogxm.Double: Double, ogxm.Take: Take, ogxm.Drop: Drop, ogxm.BeaverPly: Beaver, ogxm.RaccoonPly: Beaver, ogxm.Pass: Move,
}

// actions returns the actions of a ply.
func (x *ogxmReader) actions(plies []ogxm.Ply, index int) []Action {
	p := &plies[index]
	a := Action{Player: board.Player(p.Seat)}
	kind, simple := ogxmKinds[p.Action]
	switch {
	case p.Action < ogxm.Double:
		a.Roll = ogxmRoll(p)
		a.Steps = ogxmSteps(p.Seat, p.Steps)
		if unplayed(plies, index) {
			a.Kind = Rolled
		}
	case simple:
		a.Kind = kind
	case p.Action == ogxm.ResignGame && p.Resign > 0:
		a.Kind, a.Value = Resign, p.Resign
	case p.Action == ogxm.SetPosition && p.Board != nil:
		return x.setPosition(p)
	case p.Action == ogxm.CubeSet:
		return setCube(p)
	default:
		if p.Action == ogxm.SetPosition || p.Action == ogxm.Settle || p.Action > ogxm.Pass {
			x.match.notice(Remarks, fmt.Sprintf("ply of the kind %d", p.Action), 0)
		}
		return nil
	}
	return []Action{a}
}

func ogxmRoll(p *ogxm.Ply) board.Roll {
	high, low := p.Roll()
	return board.Roll{high, low}
}

// unplayed reports whether a ply is a roll after which a player resigned, or which another
// roll of its player or a change of the board or the cube follows.
func unplayed(plies []ogxm.Ply, index int) bool {
	p := &plies[index]
	if len(p.Steps) > 0 || index+1 == len(plies) {
		return false
	}
	next := &plies[index+1]
	if next.Action <= ogxm.Double {
		return next.Seat == p.Seat
	}
	switch next.Action {
	case ogxm.ResignGame, ogxm.ResignMatch, ogxm.Forfeit, ogxm.CubeSet:
		return true
	case ogxm.SetPosition:
		return !next.Illegal
	}
	return false
}

// ogxmSteps returns the steps of a player, with the player's own numbers of points.
func ogxmSteps(seat int, steps []ogxm.Step) []board.Step {
	var own []board.Step
	for _, s := range steps {
		from := s.From
		if seat == ogxm.White {
			from = board.Bar - s.From
		}
		own = append(own, board.Step{From: from, To: from - min(from, s.Pips)})
	}
	return own
}

// setPosition returns the actions of a position that the file sets, or of an illegal play,
// after which it says who is on roll.
func (x *ogxmReader) setPosition(p *ogxm.Ply) []Action {
	set := setBoard(board.Player(p.Seat), p.Board, x.match.Rules.Variant)
	if !p.Illegal {
		return append([]Action{set}, setCube(p)...)
	}
	after := set.Board.Swap()
	a := Action{Player: set.Player.Opponent(), Roll: ogxmRoll(p), Steps: ogxmSteps(1-p.Seat, p.Played), Board: &after}
	if len(a.Steps) == 0 {
		a.Text = "an illegal play"
	}
	return []Action{a}
}

// setBoard returns the action that sets a board, with a player on roll.
func setBoard(p board.Player, b *ogxm.Board, v board.Variant) Action {
	var sides [2]board.Side // by seat
	for i, n := range b {
		switch {
		case n > 0:
			sides[ogxm.White][board.Bar-i] = uint8(n)
		case n < 0:
			sides[ogxm.Black][i] = uint8(-int(n))
		}
	}
	for i := range sides {
		on := 0
		for _, n := range sides[i] {
			on += int(n)
		}
		sides[i][board.Off] += uint8(max(0, v.Checkers()-on))
	}
	return Action{Kind: SetBoard, Player: p, Board: &board.Position{Own: sides[p], Opp: sides[p.Opponent()]}}
}

// setCube returns the actions for a cube that a ply sets.
func setCube(p *ogxm.Ply) (all []Action) {
	if p.Cube > 0 {
		all = append(all, Action{Kind: SetCube, Player: board.Player(p.Seat), Value: p.Cube})
	}
	if p.HasOwner {
		owner := board.Nobody
		if p.Owner <= ogxm.Black {
			owner = board.Player(p.Owner)
		}
		all = append(all, Action{Kind: SetOwner, Player: owner})
	}
	return all
}

// comments reads the annotations without a key, which are comments.
func (x *ogxmReader) comments() {
	for _, n := range x.file.Annotations {
		if n.Key != "" {
			continue
		}
		target := &x.match.Info.Comment
		switch n.Scope {
		case ogxm.OfMatch:
		case ogxm.OfGame:
			target = x.firstComment(n.Ref)
		default:
			target = x.commentOf(n.Ref)
		}
		if target == nil {
			x.match.notice(Remarks, n.Value, 0)
			continue
		}
		*target = joinComments(*target, n.Value)
	}
}

// firstComment returns the comment of the first action of a game, nil if there is none.
func (x *ogxmReader) firstComment(game int) *string {
	if game >= len(x.match.Games) || len(x.match.Games[game].Actions) == 0 {
		return nil
	}
	return &x.match.Games[game].Actions[0].Comment
}

// commentOf returns the comment of the action of a ply, nil if there is none.
func (x *ogxmReader) commentOf(ply int) *string {
	if a := x.actionOf(ply); a != nil {
		return &a.Comment
	}
	return nil
}

// actionOf returns the action of a ply, nil if there is none.
func (x *ogxmReader) actionOf(ply int) *Action {
	if ply >= len(x.plies) || x.plies[ply].action < 0 {
		return nil
	}
	at := x.plies[ply]
	return &x.match.Games[at.game].Actions[at.action]
}
