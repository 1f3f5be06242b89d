package cputime

import (
	"strings"

	"github.com/klauspost/cpuid/v2"
)

// Processor returns the name of the processor, "" if it is unknown.
func Processor() string { return strings.TrimSpace(cpuid.CPU.BrandName) }
