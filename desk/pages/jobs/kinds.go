//go:build !site

package jobs

import (
	"context"
	"path/filepath"

	"gammonlab/datasets/generate"
	"gammonlab/desk/openings"
	"gammonlab/desk/training"
	"gammonlab/engine/databases"
	"gammonlab/internal/runfolder"
	"gammonlab/rating/simulate"
	"gammonlab/supervised/ablate"
	"gammonlab/supervised/cubenets"
	"gammonlab/supervised/prune"
)

// Kinds lists the kinds of work that can be started.
func Kinds() []Kind {
	return append(catalogued(), []Kind{
		rolloutKind(),
		of("rating-simulate", "Rating study", "Play matches between players with set error rates: a part of the study in the manual of GNU Backgammon. The file is for rating fit.", runSimulation).making("study.parquet"),
		of("openings-build", "Opening book", "Roll out the plays of the opening rolls, and the replies to them.", runOpenings).making("openings.json"),
		of("analyze", "Analysis of records", "Analyse all records of the server's library, or of a folder in it, and profile a player. Finished analyses are kept, so an interrupted job continues.", runRecords),
		of("dataset-generate", "Positions", "Collect positions from games between players, or from databases that jobs of this server have made, into a database. "+playerPurpose, runGenerate).
			keeping(func(s any) string { return s.(*generate.Settings).Out }),
		of("features-ablate", "Importance of inputs", "Measure how much groups of inputs matter to the nets of a model, or to a net that the job trains, on a labelled database that a job of this server has made.", runAblate),
		of("train-td", "Self-play training", "Train nets by games against themselves. "+runPurpose, runTraining[*training.TD]("games")).
			keeping(func(s any) string { return filepath.Join(s.(*training.TD).Out, runfolder.ModelFile) }),
		of("train-supervised", "Training on a database", "Train nets on labelled positions of a database that a job of this server has made. "+runPurpose, runTraining[*training.Supervised]("examples")).
			keeping(func(s any) string { return filepath.Join(s.(*training.Supervised).Out, runfolder.ModelFile) }),
		of("weights-prune", "Pruning nets", "Train small nets that choose the plays which a model evaluates in searches.", runPrune).making("model.safetensors"),
		of("weights-cube", "Cube nets", "Train nets of cube efficiencies for a model, on positions of a database that a job of this server has made.", runCube).making("model.safetensors"),
		of("bearoff-generate-one-sided", "One-sided bear-offs", "Make a bear-off database with the distribution of the number of rolls.", runBearoff[*databases.OneSided]).making("one-sided.bd"),
		of("bearoff-generate-two-sided", "Two-sided bear-offs", "Make a bear-off database with equities, with and without the cube.", runBearoff[*databases.TwoSided]).making("two-sided.bd"),
		of("bearoff-generate-hyper", "Hypergammon", "Make a database of all positions of hypergammon.", runBearoff[*databases.Hyper]).making("hyper.bd"),
	}...)
}

// done returns the result of work that prints itself, or its error.
func done[R interface{ Text() string }](r R, err error) (*Result, error) {
	if err != nil {
		return nil, err
	}
	return resultOf(r), nil
}

const playerPurpose = "A player is net:MODEL with a model of this server, pubeval or random; options such as plies=1 follow the model after commas."

const runPurpose = "The same settings again continue an interrupted run. The file is the model."

func runAblate(ctx context.Context, j *ablate.Job, by Means) (*Result, error) {
	j.Workers = by.Workers
	j.Progress = func(step string, done, total int64) { by.count("positions, "+step)(done, total) }
	r, err := j.Run(ctx)
	if err != nil {
		return nil, err
	}
	r.Data = filepath.Base(r.Data) // clients do not know the folder
	return resultOf(r), nil
}

func runSimulation(ctx context.Context, s *simulate.Settings, by Means) (*Result, error) {
	s.Workers = by.Workers
	s.Progress = by.count("matches")
	study, err := s.Run(ctx, by.Out)
	if err != nil {
		return nil, err
	}
	return resultOf(study.Summary(filepath.Base(by.Out))), nil
}

func runOpenings(ctx context.Context, settings *openings.Settings, by Means) (*Result, error) {
	s := *settings
	s.Workers, s.Out = by.Workers, by.Out
	s.Progress = by.count("decisions")
	return done(openings.Build(ctx, s))
}

func runGenerate(ctx context.Context, s *generate.Settings, by Means) (*Result, error) {
	s.Workers = by.Workers
	result := func(counts *generate.Counts) *Result {
		r := counts.Report(s)
		r.File = filepath.Base(r.File) // clients do not know the folder
		return resultOf(r)
	}
	s.Progress = func(counts *generate.Counts) { by.Show(func() *Result { return result(counts) }) }
	counts, err := generate.Run(ctx, s)
	if counts == nil {
		return nil, err
	}
	return result(counts), err
}

func runPrune(ctx context.Context, j *prune.Job, by Means) (*Result, error) {
	j.Workers, j.Progress = by.Workers, by.count("positions")
	r, err := j.Run(ctx, by.Out)
	if err != nil {
		return nil, err
	}
	r.Out = filepath.Base(r.Out)
	return resultOf(r), nil
}

func runCube(ctx context.Context, j *cubenets.Job, by Means) (*Result, error) {
	j.Workers, j.Progress = by.Workers, by.count("positions")
	r, err := j.Run(ctx, by.Out)
	if err != nil {
		return nil, err
	}
	r.Out = filepath.Base(r.Out)
	return resultOf(r), nil
}

func runBearoff[S databases.Settings](ctx context.Context, s S, by Means) (*Result, error) {
	show := by.count("positions")
	if err := s.Make(ctx, by.Out, by.Workers, func(_ int, _ float64, done, total int64) { show(done, total) }); err != nil {
		return nil, err
	}
	made, err := databases.Read(by.Out)
	if err != nil {
		return nil, err
	}
	made.Out = filepath.Base(by.Out)
	return resultOf(made), nil
}

// runTraining returns the function that trains, with progress in the unit.
func runTraining[T training.Training](unit string) func(ctx context.Context, t T, by Means) (*Result, error) {
	return func(ctx context.Context, t T, by Means) (*Result, error) {
		run := t.Base()
		run.Workers, run.Progress = by.Workers, by.count(unit)
		run.Note, run.Say = func(string) {}, func(string) {}
		work, err := t.Start(ctx)
		if err == nil && work {
			err = t.Train(ctx)
		}
		if err != nil {
			return nil, err
		}
		r, err := t.Result(false)
		if err != nil {
			return nil, err
		}
		r.HideFolders()
		return resultOf(r), nil
	}
}
