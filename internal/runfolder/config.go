package runfolder

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"

	"gammonlab/internal/atomicfile"
	"gammonlab/internal/strictjson"
	"gammonlab/internal/version"
)

// Head contains the first fields of every run's config. A document embeds it.
type Head struct {
	Format   string `json:"format,omitempty"`
	Toolkit  string `json:"toolkit,omitempty"`
	Revision string `json:"revision,omitempty"` // revision of the program's sources, if known
	Kernel   string `json:"kernel,omitempty"`   // class of the kernels
}

// NewHead returns the head of a run that begins now.
func NewHead(format, kernel string) Head {
	return Head{Format: format, Toolkit: version.Toolkit, Revision: version.Revision(), Kernel: kernel}
}

// WriteConfig writes config.json. A new run writes it last: a folder with a config can
// be resumed.
func (f *Folder) WriteConfig(document any) error {
	text, err := json.MarshalIndent(document, "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.WriteFile(f.Path(ConfigFile), append(text, '\n'))
}

// ReadConfig reads config.json. Its field "format" must have the given value, and all its
// fields must be fields of the document.
func (f *Folder) ReadConfig(format string, document any) error {
	text, err := f.Config()
	if err != nil {
		return err
	}
	if err = CheckFormat(text, format); err == nil {
		err = strictjson.UnmarshalFile(text, document)
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", f.Path(ConfigFile), err)
	}
	return err
}

// Config returns the text of config.json.
func (f *Folder) Config() ([]byte, error) {
	text, err := os.ReadFile(f.Path(ConfigFile))
	if err != nil {
		return nil, fmt.Errorf("%s is not a run folder: %w", f.dir, err)
	}
	return text, nil
}

// CheckFormat returns an error if settings of a user, or a run's config.json, have another
// value of the field "format" than the given one.
func CheckFormat(text []byte, format string) error {
	of := Head{Format: format}
	if err := json.NewDecoder(bytes.NewReader(text)).Decode(&of); err != nil || of.Format == format {
		return nil // the reader reports errors of the text
	}
	err := fmt.Errorf("format is %q, this program reads %q", of.Format, format)
	if line := strictjson.Line(text, "format"); line > 0 {
		err = fmt.Errorf("line %d: %w", line, err)
	}
	return err
}
