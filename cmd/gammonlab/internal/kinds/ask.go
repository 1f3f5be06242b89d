package kinds

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/work"
)

// formats returns the formats of the results of a kind of work; nil if only the flag --json
// selects them.
func formats(e *work.Entry) []string {
	switch {
	case e.CSV:
		return []string{cliutil.FormatText, cliutil.FormatCSV, cliutil.FormatJSON}
	case !e.Asks():
		return nil
	case e.Columns(e.New()) == "":
		return []string{cliutil.FormatText, cliutil.FormatJSON}
	}
	return []string{cliutil.FormatCSV, cliutil.FormatText, cliutil.FormatJSON}
}

// formatOf returns the format of the flags of a command.
func formatOf(c *cli.Context, e *work.Entry) (string, error) {
	if all := formats(e); all != nil {
		return cliutil.FormatFromFlags(c, all...)
	}
	return cliutil.FormatOf(c), nil
}

// asker answers the questions of a command.
type asker struct {
	*work.Answers[work.Result]
	c      *cli.Context
	kind   *work.Entry
	bar    *cliutil.Bar
	format string
	out    *cliutil.RowWriter
}

// checkQuestions returns an error for positions that cannot be read, before anything is loaded.
func checkQuestions(c *cli.Context, settings any) error {
	if s, ok := settings.(interface{ CheckQuestions(texts []string) error }); ok {
		if err := s.CheckQuestions(c.Args().Slice()); err != nil {
			return cliutil.Usage(err)
		}
	}
	if ownQuestion(settings) != nil {
		return nil
	}
	return cliutil.CheckPositions(c)
}

// ownQuestion returns the position that settings ask about without an argument, nil for none.
func ownQuestion(settings any) *board.XGID {
	if s, ok := settings.(interface{ Question() *board.XGID }); ok {
		return s.Question()
	}
	return nil
}

// ask answers the questions of the arguments or of standard input, and prints each answer.
func ask(c *cli.Context, e *work.Entry, settings any, env *work.Env, bar *cliutil.Bar, format string) error {
	ctx := bar.Watch(c.Context)
	answers, err := e.Ask(ctx, settings, env)
	if err != nil {
		return err
	}
	a := &asker{Answers: answers, c: c, kind: e, bar: bar, format: format}
	header := ""
	if a.format == cliutil.FormatCSV {
		header = e.Columns(settings)
	}
	a.out = cliutil.NewRowWriter(c.App.Writer, header)
	a.out.Blocks = a.format == cliutil.FormatText
	if cliutil.ReadsLines(c) && a.Batch != nil {
		return a.lines(env.Workers)
	}
	answer := func(p *board.XGID) error { return refused(resumable(a.answer(ctx, p), settings)) }
	if p := ownQuestion(settings); p != nil {
		return a.out.Finish(answer(p))
	}
	err = cliutil.EachPosition(c, a.Variant, a.out, answer)
	if err != nil || a.Finish == nil {
		return err
	}
	return a.Finish()
}

// answer answers a question.
func (a *asker) answer(ctx context.Context, p *board.XGID) error {
	a.bar.Next(a.kind.Label, a.kind.Unit)
	result, err := a.Answer(ctx, p)
	a.bar.Finish()
	if result == nil {
		return err
	}
	return errors.Join(err, a.print(result))
}

// print prints an answer.
func (a *asker) print(result work.Result) error {
	text, err := a.append(nil, result)
	if err != nil {
		return err
	}
	return a.out.Answer(text)
}

// append appends an answer in the format.
func (a *asker) append(dst []byte, result work.Result) ([]byte, error) {
	switch a.format {
	case cliutil.FormatCSV:
		return append(append(dst, result.(interface{ CSV() []byte }).CSV()...), '\n'), nil
	case cliutil.FormatText:
		return append(dst, result.Text()...), nil
	}
	line, err := json.Marshal(result)
	return append(append(dst, line...), '\n'), err
}

// lines answers the lines of standard input on all workers.
func (a *asker) lines(workers int) error {
	to := &cliutil.LineAnswerer{Alone: &lineWorker{asker: a, by: a.Answers}, Piece: a.Size, Out: a.out}
	for range workers {
		one, err := a.Clone()
		if err != nil {
			return err
		}
		to.Workers = append(to.Workers, &lineWorker{asker: a, by: one})
	}
	return a.out.Finish(to.Run(a.c))
}

// lineWorker answers lines on one goroutine.
type lineWorker struct {
	*asker
	by        *work.Answers[work.Result]
	numbers   []int // of the lines with the positions
	positions []board.XGID
	replies   []work.Reply[work.Result]
}

// Answer implements [cliutil.LineWorker].
func (w *lineWorker) Answer(ctx context.Context, lines []cliutil.InputLine, to *cliutil.LineAnswers) error {
	w.numbers, w.positions = w.numbers[:0], w.positions[:0]
	for _, line := range lines {
		p, err := board.XGID{}, line.Err
		if err == nil {
			p, _, err = board.ParsePosition(line.Text, w.by.Variant)
		}
		if err != nil {
			to.Refuse(line.Number, err)
			continue
		}
		w.numbers, w.positions = append(w.numbers, line.Number), append(w.positions, p)
	}
	w.replies = append(w.replies[:0], make([]work.Reply[work.Result], len(w.positions))...)
	if err := w.by.Batch(ctx, w.positions, w.replies); err != nil {
		return err
	}
	for i := range w.replies {
		err := w.replies[i].Err
		if err == nil {
			to.Text, err = w.append(to.Text, w.replies[i].Result)
		}
		if err != nil {
			to.Refuse(w.numbers[i], err)
			continue
		}
		to.End()
	}
	return nil
}
