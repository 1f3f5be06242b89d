package home

import (
	"context"

	"gammonlab/board/record"
	"gammonlab/desk/pages/library"
	"gammonlab/desk/pages/models"
	"gammonlab/desk/pages/scheduler"
	"gammonlab/desk/study"
	"gammonlab/desk/table"
)

// studied is the maximal number of errors of a match that was played on the pages that become exercises.
const studied = 5

// finished puts a match that was played to its end on the pages into the library, has it analysed, and makes
// exercises of the user's worst errors. What the usual net cannot analyse, another variant, is only kept.
func (d *desk) finished(id string, m *record.Match) error {
	e, err := d.Keep(id, m)
	if err != nil {
		return err
	}
	j, err := d.Judge("", models.UsualPlies)
	if err != nil || j.Check(e) != nil {
		return err
	}
	_, err = d.jobs.Start(func(ctx context.Context, _ *scheduler.Job, workers int) (any, error) {
		at := &progress{Total: 1}
		report, err := d.judge(ctx, e, j, workers)
		if err != nil {
			return at, err
		}
		at.Done = 1
		c := &study.Collector{Player: m.Names[table.User], Over: addOver, Judge: j.Model.Name}
		return at, d.collect(ctx, c, studied, j, at, workers, []library.Analysed{{Entry: e, Report: report}})
	})
	return err
}
