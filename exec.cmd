@rem The shell's `exec` of the npm scripts, on Windows.
@%*
