import classes from './skip-link.module.css';

/** Lets keyboard users skip the navigation. */
export function SkipLink() {
  return (
    <a href="#main" className={classes.link}>
      Skip to content
    </a>
  );
}
