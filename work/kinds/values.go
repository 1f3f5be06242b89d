package kinds

import (
	"cmp"
	"context"

	"gammonlab/evalbench"
	"gammonlab/evalbench/figures"
	"gammonlab/work"
)

// valuesWork is a measurement of models with its picture.
type valuesWork struct {
	evalbench.Values
	Plot string `json:"plot,omitempty" path:"out" input:"command" help:"draw the calibration of the models in <FILE>, .png, .svg or .pdf"`
}

// Validate returns an error for the first invalid setting.
func (v *valuesWork) Validate() error {
	return cmp.Or(checkPicture("plot", v.Plot), v.Values.Validate())
}

func valuesKind() work.Kind[valuesWork, evalbench.ValuesReport] {
	return work.Kind[valuesWork, evalbench.ValuesReport]{
		Name: "bench values", Title: "Errors of models", Unit: "positions",
		Usage: "measure the errors of models on labelled positions",
		About: "Measure models on labelled databases that jobs of this server have made.",
		Help: `Prints the difference between the evaluations of models and the labels of positions: the
root mean square error (RMSE), mean absolute error and mean error (bias) of the cubeless
equity, in mEq (thousandths of a point) with 95% intervals, and the RMSE of each
probability in thousandths, for all positions and by class. If all labels have standard
errors, "beyond noise" is the RMSE without the noise of the labels.

FILE is a database, or a text file that "dataset import" reads.

Example:
   gammonlab bench values --tolerance 0.05 money.csv
   gammonlab bench values --model default --model gnubg.wd --plies 0 --plies 1 --worst 10 money.csv backgames.parquet
   gammonlab bench values --plot calibration.png money.csv`,
		Run: runValues,
	}
}

func runValues(ctx context.Context, v *valuesWork, env *work.Env) (evalbench.ValuesReport, error) {
	v.Workers, v.Progress = env.Workers, env.Count()
	r, err := v.Run(ctx)
	if err == nil && v.Plot != "" {
		err = figures.Calibration(r, v.Plot)
	}
	if err != nil {
		return nil, err
	}
	return r, nil
}
