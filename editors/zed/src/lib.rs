//! Starts `ripwire --stdio` for Zed, which takes language servers from extensions only.

use zed_extension_api::{self as zed, LanguageServerId, Result, Worktree};

struct Ripwire;

impl zed::Extension for Ripwire {
    fn new() -> Self {
        Self
    }

    fn language_server_command(&mut self, _: &LanguageServerId, worktree: &Worktree) -> Result<zed::Command> {
        let command = worktree
            .which("ripwire")
            .ok_or("`ripwire` is not on PATH: pip install ripwire")?;
        Ok(zed::Command {
            command,
            args: vec!["--stdio".into()],
            env: worktree.shell_env(),
        })
    }
}

zed::register_extension!(Ripwire);
