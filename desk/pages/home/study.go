package home

import (
	"context"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"gammonlab/board"
	"gammonlab/board/picture"
	"gammonlab/board/svg"
	"gammonlab/desk/pages/library"
	"gammonlab/desk/pages/models"
	"gammonlab/desk/pages/problem"
	"gammonlab/desk/study"
	"gammonlab/evalbench/suite"
	"gammonlab/internal/plaintext"
)

// Defaults of exercises.
const (
	addWorst = 20
	addOver  = 0.05
	newADay  = 10
)

// studyPage is the data of the page of exercises.
type studyPage struct {
	Players  []string
	Player   string
	Exercise *study.Exercise // to answer, or just answered; nil for none
	Answer   *study.Answer   // nil before the answer
	Text     string          // content of the field
	Fault    string
	Left     int // exercises left today
	Outlook  study.Outlook
	Plays    []string // legal plays
	Table    plaintext.Table
	Picture  template.HTML
	Work     *status
}

// exercises returns the file of the exercises.
func (d *desk) exercises() string { return filepath.Join(d.backend.Folder(), "study.tst") }

func (d *desk) registerStudy() error {
	t, err := d.site.Parse(assetsText + studyText)
	if err != nil {
		return err
	}
	d.site.Page("GET "+studyPath, func(w http.ResponseWriter, r *http.Request) error {
		p, err := d.study(r.URL.Query())
		if err != nil {
			return err
		}
		return d.page(w, r, t, "Study", p, p.Fault)
	})
	d.site.Page("POST "+studyPath+"/add", func(w http.ResponseWriter, r *http.Request) error {
		if err := d.addExercises(r); err != nil {
			return err
		}
		return back(w, r, studyPath)
	})
	d.site.Page("POST "+studyPath+"/answer", func(w http.ResponseWriter, r *http.Request) error {
		p, err := d.answer(r.FormValue("number"), r.FormValue("answer"))
		switch {
		case err != nil:
			return err
		case p != nil:
			return d.page(w, r, t, "Study", p, p.Fault)
		}
		q := url.Values{"number": {r.FormValue("number")}, "answer": {r.FormValue("answer")}}
		return back(w, r, studyPath+"?"+q.Encode())
	})
	return nil
}

// study returns the page of a query: the next exercise, or an exercise with its answer.
func (d *desk) study(q url.Values) (*studyPage, error) {
	entries, err := d.Entries()
	if err != nil {
		return nil, err
	}
	p, all, progress, err := d.load(entries)
	if err != nil {
		return nil, err
	}
	if q.Has("answer") {
		if p.Exercise, err = find(all, q.Get("number")); err != nil {
			return nil, err
		}
		if p.Answer, err = p.Exercise.Judge(q.Get("answer")); err != nil {
			return nil, problem.Bad(err)
		}
		p.Table = p.Exercise.Choose(p.Answer)
		p.draw()
		return p, nil
	}
	session := study.NewSession(all, progress, study.DayOf(time.Now()), newADay)
	after, _ := strconv.Atoi(q.Get("after"))
	session.Later(after)
	if p.Exercise = session.Next(); p.Exercise != nil {
		p.draw()
	}
	return p, nil
}

// load returns a page with the exercises, and the user's progress. The players are those of
// the matches.
func (d *desk) load(entries []*library.Entry) (*studyPage, []study.Exercise, *study.Progress, error) {
	all, err := study.LoadIfThere(d.exercises())
	if err != nil {
		return nil, nil, nil, err
	}
	progress, err := study.LoadProgress(d.exercises())
	if err != nil {
		return nil, nil, nil, err
	}
	today := study.DayOf(time.Now())
	p := &studyPage{Players: players(entries), Left: study.NewSession(all, progress, today, newADay).Left(), Outlook: progress.Outlook(all, today)}
	if len(p.Players) > 0 {
		p.Player = p.Players[0]
	}
	p.Work, err = d.status(studyPath)
	return p, all, progress, err
}

// find returns the exercise with a number.
func find(all []study.Exercise, number string) (*study.Exercise, error) {
	for i := range all {
		if strconv.Itoa(all[i].Number) == number {
			return &all[i], nil
		}
	}
	return nil, problem.NotFound("exercise", number)
}

// answer records an answer. It returns a page only for a text that is no answer.
func (d *desk) answer(number, text string) (*studyPage, error) {
	release, err := study.Lock(d.exercises())
	if err != nil {
		return nil, problem.New(http.StatusConflict, "another program has the exercises open: end it first")
	}
	defer release()
	entries, err := d.Entries()
	if err != nil {
		return nil, err
	}
	p, all, progress, err := d.load(entries)
	if err != nil {
		return nil, err
	}
	e, err := find(all, number)
	if err != nil {
		return nil, err
	}
	a, err := e.Judge(text)
	if err != nil {
		p.Exercise, p.Text, p.Fault = e, text, err.Error()
		p.draw()
		return p, nil
	}
	return nil, progress.Answer(e, study.DayOf(time.Now()), a)
}

// draw draws the board, before the answer with the legal steps, after it with the best play.
func (p *studyPage) draw() {
	e := p.Exercise
	b := svg.Board{Bare: true, Class: "wide", Board: picture.Board{Position: e.Position, Match: e.State(), Names: e.Diagram().Names}}
	switch {
	case e.Question != suite.Play:
	case p.Answer != nil:
		b.Last = &picture.Last{Player: board.PlayerX, Steps: e.Choices[0].Play.Steps()}
	default:
		b.Parts = &svg.Parts{ID: "board", Yours: true}
		b.Turn = &svg.Turn{Start: e.Position, Roll: e.Roll}
		for _, play := range board.Plays(e.Position, e.Roll) {
			p.Plays = append(p.Plays, board.FormatPlay(e.Position, play))
		}
	}
	p.Picture = template.HTML(b.String()) // the drawing escapes its texts
}

// IsDouble reports whether the question is whether to double.
func (p *studyPage) IsDouble() bool { return p.Exercise.Question == suite.Double }

// IsTake reports whether the question is whether to take.
func (p *studyPage) IsTake() bool { return p.Exercise.Question == suite.Take }

// Where returns the lines about the game.
func (p *studyPage) Where() []string {
	return append(append([]string{}, p.Exercise.Comment...), p.Exercise.Notes...)
}

// Position returns the address of the analysis of the position.
func (p *studyPage) Position() string {
	return "/analyse?xgid=" + url.QueryEscape(board.NewXGID(p.Exercise.Position, p.Exercise.State()).String())
}

// addExercises starts the work that adds a player's worst errors.
func (d *desk) addExercises(r *http.Request) error {
	player := strings.TrimSpace(r.FormValue("player"))
	if player == "" {
		return problem.New(http.StatusBadRequest, "player is empty, want the name of a player")
	}
	worst, over := addWorst, addOver
	var err error
	if text := r.FormValue("worst"); text != "" {
		if worst, err = strconv.Atoi(text); err != nil || worst < 1 || worst > 500 {
			return problem.New(http.StatusBadRequest, "worst is %q, want 1 to 500", text)
		}
	}
	if text := r.FormValue("over"); text != "" {
		if over, err = strconv.ParseFloat(text, 64); err != nil || !(over >= 0) {
			return problem.New(http.StatusBadRequest, "over is %q, want an equity such as 0.05", text)
		}
	}
	j, err := d.Judge("", models.UsualPlies)
	if err != nil {
		return err
	}
	return d.start(j, func(ctx context.Context, at *progress, workers int, all []library.Analysed) error {
		return d.collect(ctx, &study.Collector{Player: player, Over: over, Judge: j.Model.Name}, worst, j, at, workers, all)
	})
}

// collect adds the worst errors of the collector's player in analysed matches to the exercises.
func (d *desk) collect(ctx context.Context, c *study.Collector, worst int, j *library.Judge, at *progress, workers int, all []library.Analysed) error {
	for _, m := range all {
		if err := c.Add(m.Name, m.Report); err != nil {
			at.Problems = append(at.Problems, err.Error())
		}
	}
	if !c.Knows() {
		return fmt.Errorf("no analysed match has the player %q", plaintext.VisibleLine(c.Player))
	}
	d.adding.Lock()
	defer d.adding.Unlock()
	there, err := study.LoadIfThere(d.exercises())
	if err != nil {
		return err
	}
	more := c.Worst(worst, there)
	o, err := d.Options(j, workers)
	if err == nil {
		err = study.Complete(ctx, more, o.Analysis, nil)
	}
	if err == nil && len(more) > 0 {
		err = study.Append(d.exercises(), more)
	}
	if err == nil {
		at.Said = fmt.Sprintf("%s added, %d in all.", plaintext.Counted(len(more), "exercise", "exercises"), len(there)+len(more))
	}
	return err
}
