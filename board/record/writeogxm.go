package record

import (
	"crypto/sha256"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"gammonlab/board"
	"gammonlab/board/record/internal/ogxm"
)

// WriteOGXM writes a match as an unsigned OGXM file. It writes the analyses of money
// sessions: those of matches would need a match equity table, because OGXM has
// match-winning chances there. WriteOGXM returns an error for an illegal play without a
// position after it, and for content that OGXM cannot express: hypergammon with fewer
// than 3 checkers, or a number of games or actions above its limits. Clocks, the
// annotator and luck are lost, and so are dice that were set by hand.
func WriteOGXM(w io.Writer, m *Match) error {
	x := ogxmWriter{match: m, file: &ogxm.File{}}
	if err := x.header(); err != nil {
		return err
	}
	if len(m.Games) > ogxm.MaxGames {
		return fmt.Errorf("an OGXM file cannot hold more than %d games", ogxm.MaxGames)
	}
	var gen board.Generator
	for i := range m.Games {
		if err := x.game(i, &gen); err != nil {
			return gameError(i, err)
		}
	}
	x.identify()
	_, err := w.Write(ogxm.Write(x.file))
	return err
}

// ogxmWriter builds the content of a file.
type ogxmWriter struct {
	match *Match
	file  *ogxm.File
	plies int // of the match
}

// header writes what the file says of the match.
func (x *ogxmWriter) header() error {
	m, h := x.match, &x.file.Match
	variant := slices.Index(ogxmVariants, m.Rules.Variant)
	if variant < 0 {
		return fmt.Errorf("an OGXM file cannot hold %v", m.Rules.Variant)
	}
	h.Length, h.Variant = m.Length, variant
	h.Names = [2]string{oneLine(m.Names[0]), oneLine(m.Names[1])}
	h.HasRules = m.Length > 0 || !m.Rules.JacobyAssumed
	if m.Rules.Crawford {
		h.Rules |= ogxm.Crawford
	}
	if m.Rules.Jacoby {
		h.Rules |= ogxm.Jacoby
	}
	if m.Length == 0 {
		h.Rules |= ogxm.Beaver | ogxm.Raccoon
	}
	if m.Rules.NoCube {
		h.CubeLimit = 1
	}
	x.event()
	x.annotate(ogxm.OfMatch, 0, m.Info.Comment)
	if len(m.Games) > 0 {
		first := &m.Games[0]
		h.Start = first.Score
		h.CrawfordBefore = m.isCrawford(first.Score) && !first.Crawford
	}
	return nil
}

// maxEvent is the maximal length of the name of an event in bytes.
const maxEvent = 120

// event writes the fields of Info.
func (x *ogxmWriter) event() {
	info, h := &x.match.Info, &x.file.Match
	h.Event = strings.ToValidUTF8(oneLine(info.Event)[:min(maxEvent, len(oneLine(info.Event)))], "")
	h.City = oneLine(info.Place)
	if round, err := strconv.Atoi(info.Round); err == nil && round > 0 && round < 1<<20 {
		h.Round = round
	} else {
		h.Stage = oneLine(info.Round)
	}
	for precision, form := range ogxmDates {
		if date, err := time.Parse(form, info.Date); err == nil && date.UnixMilli() > 0 {
			h.Started, h.Precision = uint64(date.UnixMilli()), precision
		}
	}
	for i, text := range info.Ratings {
		number, _, _ := strings.Cut(text, "/") // without the experience
		if rating, err := strconv.ParseFloat(number, 64); err == nil && rating > 0 && rating < 1e6 {
			h.Profiles[i].Rating = int(math.Round(rating * 100))
		}
	}
}

// annotate writes a comment.
func (x *ogxmWriter) annotate(scope, ref int, comment string) {
	if comment = manyLines(comment); comment != "" {
		x.file.Annotations = append(x.file.Annotations, ogxm.Annotation{Scope: scope, Ref: ref, Value: comment})
	}
}

// game writes the game with an index.
func (x *ogxmWriter) game(index int, gen *board.Generator) error {
	g := &x.match.Games[index]
	x.file.Games = append(x.file.Games, ogxm.Game{Last: index+1 == len(x.match.Games)})
	f := &x.file.Games[index]
	if g.Cube > 1 {
		f.Cube = g.Cube
	}
	r := x.match.replay(index, gen)
	for r.Next() {
		p, err := x.ply(r)
		if err != nil {
			return err
		}
		if p == nil {
			continue
		}
		f.Plies = append(f.Plies, *p)
		x.annotate(ogxm.OfPly, x.plies, r.Action.Comment)
		x.analysis(&r.Action)
		x.plies++
	}
	if err := r.Err(); err != nil {
		return err
	}
	if len(f.Plies) > ogxm.MaxGamePlies || x.plies > ogxm.MaxPlies {
		return fmt.Errorf("an OGXM file cannot hold more than %d actions in a game or %d in a match", ogxm.MaxGamePlies, ogxm.MaxPlies)
	}
	if plays(g.Result.Winner) {
		f.HasWinner, f.Winner, f.Points = true, int(g.Result.Winner), g.Result.Points
	}
	f.Termination = ogxmTermination(g)
	return nil
}

// ogxmTermination returns how a game ended: 0 played, 1 dropped, 2 resigned.
func ogxmTermination(g *Game) int {
	if n := len(g.Actions); n > 0 {
		return map[Kind]int{Drop: 1, Resign: 2}[g.Actions[n-1].Kind]
	}
	return 0
}

// ply returns the ply of the current action, nil if the file has none for it.
func (x *ogxmWriter) ply(r *Replay) (*ogxm.Ply, error) {
	a := &r.Action
	p := &ogxm.Ply{Seat: int(a.Player)}
	switch a.Kind {
	case Move, Rolled:
		return p, x.roll(r, p)
	case Double:
		p.Action = ogxm.Double
	case Take:
		if p.Action = ogxm.Take; x.answersBeaver(r) {
			return nil, nil // play goes on
		}
	case Drop:
		p.Action = ogxm.Drop
	case Beaver:
		if p.Action = ogxm.BeaverPly; x.answersBeaver(r) {
			p.Action = ogxm.RaccoonPly
		}
	case Resign:
		p.Action, p.Resign = ogxm.ResignGame, a.Value
	case SetBoard:
		p.Action, p.Board = ogxm.SetPosition, ogxmBoard(a.Player, a.Board)
	case SetCube:
		p.Action, p.Cube = ogxm.CubeSet, a.Value
	case SetOwner:
		p.Action, p.HasOwner, p.Owner = ogxm.CubeSet, true, 2
		if p.Seat = 0; plays(a.Player) {
			p.Seat, p.Owner = int(a.Player), int(a.Player)
		}
	}
	return p, nil
}

// answersBeaver reports whether the current action answers a beaver.
func (x *ogxmWriter) answersBeaver(r *Replay) bool {
	return r.Index > 0 && r.game.Actions[r.Index-1].Kind == Beaver
}

// roll sets the fields of a roll and its play.
func (x *ogxmWriter) roll(r *Replay, p *ogxm.Ply) error {
	a := &r.Action
	if !a.Roll.Valid() {
		p.Action = ogxm.Pass
		return nil
	}
	p.Action = ogxm.RollAction(a.Roll[0], a.Roll[1])
	switch {
	case a.Kind == Rolled:
		return nil
	case r.Illegal:
		x.illegal(a, p)
		return nil
	}
	p.Steps, _ = ogxmStepsOf(p.Seat, a.Roll, r.written()) // the play is legal
	return nil
}

// illegal sets the fields of an illegal play: the dice and the position after it, with the
// other player on roll.
func (x *ogxmWriter) illegal(a *Action, p *ogxm.Ply) {
	after := a.Board.Swap()
	p.Action, p.Seat, p.Illegal = ogxm.SetPosition, int(a.Player.Opponent()), true
	p.Dice = [2]byte{a.Roll[0], a.Roll[1]}
	p.Board = ogxmBoard(a.Player.Opponent(), &after)
	for _, s := range a.Steps {
		pips := s.From - s.To
		if s.From > board.Bar || s.To >= s.From || pips > 6 {
			p.Played = nil // the position says what happened
			return
		}
		p.Played = append(p.Played, ogxm.Step{From: ogxmPlace(a.Player, s.From), Pips: pips})
	}
}

// ogxmPlace returns the place of a player's own point.
func ogxmPlace(p board.Player, point uint8) byte {
	if p == ogxm.White {
		return board.Bar - point
	}
	return point
}

// ogxmStepsOf returns single steps with the pips of a die for each: a checker that is borne
// off may use more than it needs. It returns false if the dice do not suffice.
func ogxmStepsOf(seat int, roll board.Roll, steps []board.Step) (all []ogxm.Step, ok bool) {
	left := []uint8{roll[0], roll[1]}
	if roll[0] == roll[1] {
		left = append(left, left...)
	}
	for _, s := range steps {
		die := slices.Index(left, s.From-s.To)
		if die < 0 && s.To == board.Off && len(left) > 0 {
			die = slices.Index(left, slices.Max(left))
		}
		if die < 0 || s.From > board.Bar {
			return nil, false
		}
		all = append(all, ogxm.Step{From: ogxmPlace(board.Player(seat), s.From), Pips: left[die]})
		left = slices.Delete(left, die, die+1)
	}
	return all, true
}

// ogxmBoard returns the board of a position with a player on roll.
func ogxmBoard(p board.Player, pos *board.Position) *ogxm.Board {
	sides := [2]*board.Side{&pos.Own, &pos.Opp}
	if p == board.PlayerX {
		sides[0], sides[1] = sides[1], sides[0]
	}
	var b ogxm.Board
	for i := board.Off + 1; i <= board.Bar; i++ {
		b[board.Bar-i] += int8(sides[0][i])
		b[i] -= int8(sides[1][i])
	}
	return &b
}

// analysis writes the analysis of an action in a money session.
func (x *ogxmWriter) analysis(a *Action) {
	if a.Analysis == nil || x.match.Length > 0 {
		return
	}
	var found []ogxm.Decision
	if a.Roll.Valid() {
		if d := checkerDecision(a, a.Analysis.Plays); len(d.Alternatives) > 0 {
			found = append(found, d)
		}
	}
	if c := a.Analysis.Cube; c != nil {
		noDouble, take, pass := c.Equity, c.DoubleTake, c.DoublePass
		found = append(found, ogxm.Decision{
			Kind: ogxm.Cube, NoDouble: &noDouble, DoubleTake: &take, DoublePass: &pass, Verdict: ogxmVerdict(c),
			Chances: ogxmChances(&c.Estimate), Level: ogxmLevelOf(c.Level),
		})
	}
	if len(found) == 0 {
		return
	}
	block := x.block(a.Analysis.Source)
	for _, d := range found {
		d.Ply = x.plies
		block.Decisions = append(block.Decisions, d)
	}
}

// checkerDecision returns the judgement of plays, in their order. Plays of joined steps are
// left out.
func checkerDecision(a *Action, plays []Candidate) ogxm.Decision {
	d := ogxm.Decision{Kind: ogxm.Checker}
	for i := range plays {
		c := &plays[i]
		if steps, ok := ogxmStepsOf(int(a.Player), a.Roll, c.Steps); ok {
			d.Alternatives = append(d.Alternatives, ogxm.Alternative{
				Steps: steps, Equity: c.Equity, Chances: ogxmChances(&c.Estimate), Level: ogxmLevelOf(c.Level),
			})
		}
	}
	return d
}

func ogxmLevelOf(level string) *ogxm.Level {
	if level == "" {
		return nil
	}
	return &ogxm.Level{Preset: oneLine(level)}
}

// ogxmChances returns the probabilities of an estimate, nil if it has none.
func ogxmChances(e *Estimate) *[5]float64 {
	c := [5]float64{e.Win, e.WinGammon, e.WinBackgammon, e.LoseGammon, e.LoseBackgammon}
	if c == [5]float64{} {
		return nil
	}
	return &c
}

// ogxmVerdict returns the best decision to double: 0 not, 1 double, 4 too good.
func ogxmVerdict(c *CubeEstimate) int {
	switch {
	case c.Equity > min(c.DoubleTake, c.DoublePass) && c.Equity > c.DoublePass:
		return 4
	case c.Equity > min(c.DoubleTake, c.DoublePass):
		return 0
	}
	return 1
}

// block returns the analysis by a program.
func (x *ogxmWriter) block(source string) *ogxm.Analysis {
	for i := range x.file.Analyses {
		if x.file.Analyses[i].Model == source {
			return &x.file.Analyses[i]
		}
	}
	producer := ogxm.External
	for p, name := range ogxmSources {
		if name == source {
			producer = p
		}
	}
	x.file.Analyses = append(x.file.Analyses, ogxm.Analysis{Producer: producer, Model: source, HasUnit: true, Currency: ogxm.Money})
	return &x.file.Analyses[len(x.file.Analyses)-1]
}

// identify gives each analysis the digest of the match, and an ID that follows from it, so
// that equal matches are equal files.
func (x *ogxmWriter) identify() {
	digest := x.file.Digest()
	for i := range x.file.Analyses {
		a := &x.file.Analyses[i]
		sum := sha256.Sum256(append(slices.Clone(digest), a.Model...))
		a.Digest, a.ID = digest, sum[:16]
		a.ID[6] = a.ID[6]&0x0F | 0x80 // a UUID of version 8
		a.ID[8] = a.ID[8]&0x3F | 0x80
	}
}
